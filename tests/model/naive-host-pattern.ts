/** Host patterns label by label, on hosts in their one spelling. */

/** Whether `name` or `*.name` matches a host. */
export function naiveHost(pattern: string, host: string): boolean {
  const labels = pattern.split('.');
  const given = host.split('.');
  if (labels[0] !== '*') return labels.join() === given.join();
  const wanted = labels.slice(1);
  return wanted.length <= given.length && given.slice(-wanted.length).join() === wanted.join();
}

/** Whether an address of version 4 lies in a block: by their bits as text. */
export function naiveBlock(block: string, host: string): boolean {
  const [base = '', length = ''] = block.split('/');
  const bits = (text: string): string =>
    text
      .split('.')
      .map((part) => Number(part).toString(2).padStart(8, '0'))
      .join('');
  return bits(host).slice(0, Number(length)) === bits(base).slice(0, Number(length));
}
