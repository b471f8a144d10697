/**
 * What programs change, by program and sub-command (behaviour G-5, G-6). Data only. A program that
 * is not listed adds nothing: the tool that runs it declares `processSpawn`. Of `git` see
 * git-verbs.ts.
 *
 * To publish a package or an image is `prPublish`, like a release: what was ours becomes readable
 * by others and cannot be called back. `vendorSyncWrite` is for records kept at someone else's.
 */
import type { ActionClass } from '../../../schemas/index.js';
import { freeze } from '../../primordials.js';
import type { CommandForm } from './form.js';

/** A form of a command, what it adds, and which of its paths it writes to. */
export interface ClassForm extends CommandForm {
  readonly adds: readonly ActionClass[];
  readonly writes?: 'all' | 'last';
}

const deletes = (words: string, some?: RegExp): ClassForm => ({
  words,
  adds: ['fileDelete'],
  writes: 'all',
  ...(some === undefined ? {} : { some }),
});
const changes = (words: string, more: Omit<ClassForm, 'words' | 'adds'> = {}): ClassForm => ({
  words,
  adds: ['workspaceMutation'],
  writes: 'all',
  ...more,
});
const sends = (words: string): ClassForm => ({ words, adds: ['networkEgress'] });
const installs = (words: string): ClassForm => ({
  words,
  adds: ['packageInstall', 'networkEgress'],
});
const publishes = (words: string): ClassForm => ({ words, adds: ['prPublish', 'networkEgress'] });
const records = (words: string): ClassForm => ({
  words,
  adds: ['vendorSyncWrite', 'networkEgress'],
});
const reveals = (words: string): ClassForm => ({ words, adds: ['secretAccess'] });
const controls = (words: string): ClassForm => ({ words, adds: ['enclosureControl'] });

const files: readonly ClassForm[] = [
  deletes('rm|rmdir|unlink|shred|srm|trash|trash-put|rimraf'),
  deletes('find', /^-delete$/),
  deletes('rsync', /^--del/),
  changes('chmod|chown|chgrp|setfacl|mv|rename|tee|sponge|touch|mkdir|mkfifo|mknod|truncate'),
  changes('cp|ln|install|rsync', { writes: 'last' }),
  changes('cp|ln|install', { options: ['t', 'target-directory'] }),
  changes('dd', { some: /^of=/ }),
  changes('sed|perl|ruby|gawk|yq', { options: ['i'] }),
  changes('sed|gawk|yq', { some: /^--in/ }),
  changes('bsdtar|gtar|tar', { options: ['x', 'c', 'r', 'u', 'A'] }),
  changes('bsdtar|gtar|tar', { some: /^--(?:ex|ge|cr|ap|up|de|ca|co)/ }),
  // Letters without a dash.
  changes('bsdtar|gtar|tar', { first: /^[A-Za-z]*[xcruA]/ }),
  changes('patch|split|csplit|unzip|7z|7za|cpio|gzip|gunzip|bzip2|bunzip2'),
  changes('xz|unxz|zstd|unzstd|zip|ed|ex|vi|vim|nvim|nano|emacs|sqlite3'),
  changes('sort', { options: ['o', 'output'] }),
  changes('sort', { some: /^--o/ }),
  changes('find', { some: /^-f(?:print0?|printf|ls)$/ }),
  changes('curl', { options: ['o', 'O', 'D', 'c', 'J'] }),
  changes('curl', {
    some: /^--(?:out|remote-n|dump|cookie-j|trace|stderr|etag-s|hsts|alt-s|libc)/,
  }),
  changes('wget|wget2|aria2c|axel|scp|sftp', { writes: 'last' }),
];

const network: readonly ClassForm[] = [
  sends('curl|wget|wget2|aria2c|axel|http|https|xh|lynx|w3m|lwp-request|ssh|sftp'),
  { ...sends('scp|rsync'), some: /:/ },
  sends('nc|ncat|netcat|socat|telnet|ftp|tftp|openssl|ping|dig|nslookup|host|whois|mosh|autossh'),
  sends('docker|podman|nerdctl pull|push|run|build|login|search|create|buildx|compose'),
  sends('gh|glab|hub|aws|gcloud|az|kubectl|helm|rclone|gsutil|mail|mailx|sendmail|mutt'),
];

const packages: readonly ClassForm[] = [
  installs('npm|pnpm i|in|install|add|ci|update|up|upgrade|isntall|install-test|it|dedupe'),
  installs('npm|pnpm exec|x|dlx|init|create|import|link|rebuild|install-ci-test|cit'),
  installs('yarn install|add|up|upgrade|dlx|create|import|link'),
  installs('yarn global add|upgrade'),
  installs('bun i|install|add|a|update|x|create|c'),
  installs('npx|bunx|uvx|pnpx'),
  installs('deno install|add|cache'),
  installs('pip install|download|wheel'),
  installs('uv add|sync|lock|run'),
  installs('uv pip|tool install|sync|run|upgrade'),
  installs('pipx install|run|upgrade|upgrade-all|inject'),
  installs('poetry|pipenv|pdm|hatch add|install|update|sync|lock'),
  installs('conda|mamba|micromamba install|create|update|upgrade|env'),
  installs('cargo add|install|update|fetch|binstall'),
  installs('go get|install'),
  installs('go mod download|tidy'),
  installs('gem install|update|i'),
  installs('bundle install|add|update'),
  installs('composer require|install|update|create-project'),
  installs('dotnet add|restore'),
  installs('dotnet tool install|update|restore'),
  installs('brew install|reinstall|upgrade|tap|update|bundle'),
  installs('apt|apt-get|aptitude install|upgrade|dist-upgrade|full-upgrade|build-dep|update'),
  installs('dnf|yum|zypper|tdnf|microdnf install|in|update|up|upgrade|localinstall|groupinstall'),
  installs('apk add|upgrade|update'),
  installs('snap|flatpak|port|choco|winget|scoop|opam|luarocks|cabal|stack install|update|upgrade'),
  installs('dpkg|rpm|pacman|nix-env|easy_install|cpan|cpanm'),
  installs('nix profile|shell|run|develop'),
];

const releases: readonly ClassForm[] = [
  { words: 'gh pr create|new', adds: ['prCreate'] },
  { words: 'glab mr create|new|for', adds: ['prCreate'] },
  { words: 'hub pull-request', adds: ['prCreate'] },
  publishes('gh pr merge|close|review|ready|reopen|edit|comment|lock|unlock|update-branch|revert'),
  publishes('glab mr merge|close|approve|revoke|reopen|update|note|rebase'),
  publishes('gh|glab release create|delete|edit|upload|delete-asset'),
  publishes('npm|pnpm|bun|cargo|poetry|uv|hatch|flit|pdm|lerna publish'),
  publishes('npm|pnpm unpublish|deprecate|dist-tag|access|owner'),
  publishes('yarn publish'),
  publishes('yarn npm publish'),
  publishes('cargo yank|owner'),
  publishes('twine upload'),
  publishes('gem push|yank'),
  publishes('docker|podman|nerdctl|helm push'),
  publishes('vsce|ovsx|jsr publish'),
];

const vendors: readonly ClassForm[] = [
  records('gh issue create|new|close|comment|delete|edit|lock|pin|reopen|transfer|unlock|unpin'),
  records(
    'gh repo create|new|fork|delete|archive|unarchive|rename|edit|sync|set-default|deploy-key',
  ),
  records('gh secret|variable|label|gist|ssh-key|gpg-key|ruleset|project|codespace|cache'),
  records('gh workflow run|enable|disable'),
  records('gh run rerun|cancel|delete'),
  { ...records('gh|glab api'), some: /^(?:-[XfF]|--(?:method|field|raw-field|input)|graphql$)/ },
  records('glab issue|repo|variable|label|snippet|ci|schedule'),
  records('vercel|netlify|flyctl|fly|heroku|firebase|wrangler|surge'),
  changes('gh pr checkout'),
  changes('gh repo clone'),
  changes('gh run|release download'),
];

const secrets: readonly ClassForm[] = [
  reveals(
    'printenv|gpg|gpg2|security|pass|gopass|op|bw|vault|secret-tool|keyring|sops|age|doppler',
  ),
  reveals('gh secret'),
  reveals('gh|glab auth'),
  reveals('aws configure|secretsmanager|ssm|sso|sts'),
  reveals('gcloud auth|secrets'),
  reveals('az account|keyvault'),
  reveals('npm token|login|adduser'),
  reveals('docker|podman|nerdctl login'),
  { ...reveals('kubectl get|describe|config'), some: /^(?:secrets?(?:$|\/)|view$)/ },
];

const enclosure: readonly ClassForm[] = [
  controls('docker|podman|nerdctl|docker-compose|kubectl|helm|minikube|kind|k3s|ctr|crictl|lxc'),
  controls('terraform|tofu|pulumi|ansible|ansible-playbook|vagrant|packer'),
  controls('unshare|nsenter|chroot|bwrap|firejail|proot|fakeroot|systemd-run|machinectl'),
  controls('sudo|doas|su|runuser|pkexec|gosu|su-exec|visudo|passwd|useradd|usermod|userdel'),
  controls('mount|umount|losetup|modprobe|insmod|rmmod|sysctl|setcap|capsh|setenforce|aa-exec'),
  controls('iptables|ip6tables|nft|ufw|firewall-cmd|ip|route|systemctl|service|launchctl|init'),
  controls('shutdown|reboot|halt|poweroff|crontab|at|batch'),
  controls('fdisk|parted|sfdisk|sgdisk|mkswap|wipefs|blkdiscard'),
];

/** Every form, in no order: each that a command has adds its classes. */
export const classForms: readonly ClassForm[] = freeze([
  ...[...files, ...network, ...packages, ...releases],
  ...[...vendors, ...secrets, ...enclosure],
]);
