// Family V, item 20: where a command may hide from the guard. Inert text: nothing here is run. `␤`
// stands for a new line.
import { expect } from 'vitest';
import { verifies } from '../claims/verifies.js';
import { guardedCommand, linesOf } from '../fakes/guarded-command.js';

const { raw } = String;

/** Where a command may hide; each is put around one that no coded pattern sees. */
const around = raw`
  sudo rm
  sudo -u root -- rm
  sudo -uroot rm
  sudo sudo rm
  doas rm
  env FOO=1 rm
  env -u A -i rm
  /usr/bin/env rm
  env -S 'rm -fr /usr'
  nohup rm
  time -p rm
  timeout -s KILL 5 rm
  nice -n 5 rm
  nice -10 rm
  ionice -c3 rm
  stdbuf -oL rm
  busybox rm
  command rm
  command -p rm
  builtin command rm
  exec rm
  xargs rm
  xargs -I{} rm
  chroot /mnt rm
  su -c 'rm -fr /usr'
  su root -c 'rm -fr /usr'
  flock f -c 'rm -fr /usr'
  watch rm
  sh -c 'rm -fr /usr'
  bash -lc "rm -fr /usr"
  bash -euo pipefail -c 'rm -fr /usr'
  bash -c 'sh -c "rm -fr /usr"'
  eval rm
  eval "rm -fr" "/usr"; true
  trap 'rm -fr /usr' EXIT
  true && rm
  false || rm
  true | rm
  true; rm
  ! rm
  A=1 rm
  coproc rm`;

const inside = raw`
  (rm -fr /usr)
  { rm -fr /usr; }
  rm -fr /usr &
  if true; then rm -fr /usr; fi
  if rm -fr /usr; then true; fi
  while :; do rm -fr /usr; done
  until false; do rm -fr /usr; done
  for x in a; do rm -fr /usr; done
  case x in *) rm -fr /usr;; esac
  f() { rm -fr /usr; }; f
  rm() { :; }; rm -fr /usr
  echo $(rm -fr /usr)
  echo "$(rm -fr /usr)"
  cat <(rm -fr /usr)
  tee >(rm -fr /usr)
  echo "${'$'}{x:-$(rm -fr /usr)}"
  echo $((1 + $(rm -fr /usr)))
  [[ -n $(rm -fr /usr) ]]
  x=$(rm -fr /usr)
  a=(1 $(rm -fr /usr))
  export X=$(rm -fr /usr)
  cat > $(rm -fr /usr)
  cat <<EOF␤$(rm -fr /usr)␤EOF
  cat <<< $(rm -fr /usr)
  cat <<'EO'F␤body␤EOF␤rm -fr /usr
  rm -fr \␤ /usr
  true # x␤rm -fr /usr
  echo ${'`'}rm -fr /usr${'`'}`;

verifies('V-20', 'wherever a command hides, it is found', () => {
  const lines = linesOf(around).map((line) => (/'|"/.test(line) ? line : `${line} -fr /usr`));
  const all = [...lines, ...linesOf(inside)];
  expect(all.filter((line) => guardedCommand(line).denial !== 'delete_root')).toEqual([]);
});
