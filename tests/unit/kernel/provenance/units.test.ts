import { expect, test } from 'vitest';
import { z } from 'zod';
import { createKernel } from '../../../../hosts/index.js';
import { makeCanaries } from '../../../fakes/canary.js';
import { alice } from '../../../fakes/office.js';
import { call, planOf, ref } from '../../../fakes/plan-steps.js';
import { expectBlocked } from '../../../fakes/refusal.js';

const rows = z.strictObject({ rows: z.array(z.strictObject({ id: z.string() })) });
const readers = ['user', 'cap:desk.ring'];

/** A list whose items the host mints and whose length an outside party decides. */
function desk(minted: true | undefined) {
  const canaries = makeCanaries();
  const shape = minted === undefined ? { readers } : { minted, readers };
  const list = canaries.tool(
    {
      name: 'list_desks',
      description: 'Desks.',
      effect: 'read',
      capabilities: ['desk.read'],
      input: z.strictObject({}),
      output: rows,
      result: {
        '': shape,
        '/rows': shape,
        '/rows/*': { minted: true, readers },
        '/rows/*/id': { minted: true, readers },
      },
    },
    { rows: [{ id: 'd1' }] },
  );
  const ring = canaries.tool(
    {
      name: 'ring_desks',
      description: 'Rings at each desk.',
      effect: 'write',
      capabilities: ['desk.ring'],
      classes: ['networkEgress'],
      args: { '/rows': { role: 'content' }, '/rows/*/id': { role: 'critical' } },
      input: rows,
      output: z.null(),
    },
    null,
  );
  const tools = [list, ring];
  const kernel = createKernel({ tools, grant: ['desk.read', 'desk.ring'], principal: alice });
  const plan = planOf(call('l', 'list_desks'), call('r', 'ring_desks', { rows: ref('l', 'rows') }));
  return { canaries, run: () => kernel.run('Ring at all desks', { plan }) };
}

test('whoever shapes content has a part in the critical arguments inside it', async () => {
  const office = desk(undefined);
  const denial = expectBlocked(await office.run(), 'control_tainted');
  expect(denial?.reason).toContain('`/rows/0/id` of `ring_desks`');
  expect(office.canaries.of('ring_desks')).toEqual([]);
});

test('critical arguments inside content that the host shaped pass', async () => {
  const office = desk(true);
  expect((await office.run()).status).toBe('committed');
  expect(office.canaries.of('ring_desks')).toEqual([{ rows: [{ id: 'd1' }] }]);
});
