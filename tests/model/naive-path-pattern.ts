/** Path patterns by trying everything: exponential, for short texts. */

/** Whether a pattern matches a path, case and composition as they are. */
export function naivePathExact(pattern: string, path: string): boolean {
  return tries([...pattern.normalize('NFC')], [...path], true);
}

/** The same where neither counts, and a directory belongs to what is below it. */
export function naivePathLoose(pattern: string, path: string): boolean {
  const folder = /^.+\/\*{2,}$/su.test(pattern) ? pattern.replace(/\/\*+$/, '') : null;
  const forms = folder === null ? [pattern] : [pattern, folder];
  return forms.some(
    (form) => naivePathExact(form, path) || naivePathExact(naiveFold(form), naiveFold(path)),
  );
}

/** Lower case sign by sign, so that no sign sees its neighbours. */
export function naiveFold(text: string): string {
  const signs = [...text.normalize('NFC')].map((sign) => sign.toLowerCase().replace('ς', 'σ'));
  return signs.join('').normalize('NFC');
}

/** Whether some value could match it: it is absolute, and no name is empty, `.` or `..`. */
export function naiveIsPathPattern(pattern: string): boolean {
  if (pattern === '/') return true;
  if (/\\(\/|$)/.test(pattern.replaceAll(/\\[^/]/gsu, 'e'))) return false;
  if (!pattern.startsWith('/') && !pattern.startsWith('**')) return false;
  const names = pattern.replaceAll(/\\([^/])/gsu, '$1').split('/');
  const [first, ...rest] = names;
  const checked = first === '' ? rest : names;
  return checked.every((name) => name !== '' && name !== '.' && name !== '..');
}

function tries(pattern: readonly string[], path: readonly string[], atName: boolean): boolean {
  const [sign, next] = pattern;
  if (sign === undefined) return path.length === 0;
  if (sign === '*') {
    const after = pattern.findIndex((one) => one !== '*');
    const rest = after === -1 ? [] : pattern.slice(after);
    if (pattern.length - rest.length === 1) return triesName(rest, path);
    return atName && rest[0] === '/' ? triesFolders(rest.slice(1), path) : triesAll(rest, path);
  }
  const [here, ...left] = path;
  if (here === undefined) return false;
  if (sign === '?') return here !== '/' && tries(pattern.slice(1), left, false);
  const isEscape = sign === '\\';
  const wanted = isEscape ? next : sign;
  return wanted === here && tries(pattern.slice(isEscape ? 2 : 1), left, wanted === '/');
}

function triesName(rest: readonly string[], path: readonly string[]): boolean {
  if (tries(rest, path, false)) return true;
  return path.length > 0 && path[0] !== '/' && triesName(rest, path.slice(1));
}

function triesAll(rest: readonly string[], path: readonly string[]): boolean {
  return tries(rest, path, false) || (path.length > 0 && triesAll(rest, path.slice(1)));
}

/** Nothing, or everything to some slash. */
function triesFolders(rest: readonly string[], path: readonly string[]): boolean {
  if (tries(rest, path, true)) return true;
  return path.some((sign, i) => sign === '/' && tries(rest, path.slice(i + 1), true));
}
