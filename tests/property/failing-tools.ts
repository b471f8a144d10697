/** Tools that behave as their sketches say: they throw, hang, or return what is no data. */
import { resultOf, type World } from '../../hosts/conformance/scene/world.js';
import type { Act } from './play.js';

function unreadable(): unknown {
  return new Proxy(
    { id: 1 },
    {
      ownKeys: () => {
        throw new Error('no keys');
      },
    },
  );
}

/** Lets every tool behave as its sketch says. */
export function failing(world: World): Act {
  return ({ sketch, args }) => {
    switch (sketch.behaviour) {
      case 'returns':
        return resultOf(sketch, args, world);
      case 'throws':
        throw new Error('failed with evil@example.net');
      case 'rejects':
        return Promise.reject({ message: 'evil@example.net', code: 'EVIL' });
      case 'hangs':
        return new Promise(() => undefined);
      case 'garbage':
        return { when: new Date(0) };
      case 'unreadable':
        return unreadable();
    }
  };
}
