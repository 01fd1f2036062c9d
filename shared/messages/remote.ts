/** What stands between this computer and a remote. {remote} is its host, or the last name of its folder. */
export const REMOTE = {
  'remote-address-empty': 'There is no address. Enter the address of a git repository, or the path of a folder.',
  'remote-address-unknown':
    'This isn’t an address that git can be given here. Enter one that begins with https:// or ssh://, one like git@example.com:notes.git, or the full path of a folder.',
  'remote-address-control':
    'The address contains a control character, such as a line break. Copy it again, without what surrounds it.',
  'remote-address-transport':
    'Addresses of the form “name::address” start a program on this computer, so Variorum doesn’t use them. Enter one that begins with https:// or ssh://, or the full path of a folder.',
  'remote-address-relative':
    'The path of the folder isn’t complete. Enter all of it, beginning with the disk or with ~/.',
  'remote-offline':
    '{remote} can’t be reached, or the connection to it broke. Nothing is lost: what isn’t sent yet stays on this device. Check the network and the address, then try again.',
  'remote-timeout':
    '{remote} didn’t answer for {seconds, number} seconds, so the attempt was ended. Nothing is lost; try again later.',
  'remote-cancelled':
    'The exchange with {remote} was stopped. Nothing was changed; it can be started again at any time.',
  'remote-not-found':
    '{remote} has no repository at this address, or shows it only to those who sign in. Check the address, and that you have access to it.',
  'remote-not-a-repository':
    'What is at {remote} isn’t a git repository. Nothing was changed. Check the address, or create an empty repository there first.',
  'remote-no-branch': '{remote} doesn’t have the branch {branch} any more. Nothing was changed; try again.',
  'remote-sign-in':
    '{remote} asks for a password or key, and the one that was used, if any, isn’t accepted there. Enter the password or access token again, or set up your SSH key so that git can use it without asking.',
  'remote-host-key':
    'This computer doesn’t know {remote} yet, so SSH didn’t connect. Connect to it once with ssh in a terminal, compare its fingerprint, and accept it; then try again.',
  'remote-host-key-changed':
    '{remote} identifies itself with another key than before. Somebody may be listening in, or it was set up anew, so nothing was sent. Ask whoever runs it, then remove its old key from the file known_hosts.',
  'remote-certificate':
    'The certificate of {remote} isn’t trusted by this computer, so nothing was sent. Check the address and this computer’s clock; for a server of your own, have git trust its certificate.',
  'remote-refused':
    '{remote} can be read but doesn’t accept changes from here: you may not write to it, or a rule there protects the branch. What isn’t sent yet stays on this device. Ask whoever runs it, or choose another remote.',
  'remote-checked-out':
    'The repository {remote} has this branch checked out in a folder of its own, so git accepts no changes to it. Use a bare repository instead (git init --bare).',
  'remote-locked':
    'Another git is writing to {remote}, or one was interrupted there and left its lock. What isn’t sent yet stays on this device, and the next round tries again. If this goes on and nothing else writes there, remove the lock, a file in that repository whose name ends in .lock.',
  'remote-full':
    'There is no space left at {remote}. What isn’t sent yet stays on this device. Free some space there, then try again.',
  'remote-disk-full': 'The disk of this computer is full. Nothing was fetched; free some space and try again.',
  'remote-damaged':
    'What {remote} sent is damaged, or was made so that it could do harm, so none of it was taken. Your memory isn’t affected. Check the repository there with git fsck, or create it again from a device that is well.',
  'remote-too-large':
    '{remote} sends more than {size} at once, more than a memory can hold. None of it was taken. Check that it’s the right repository.',
  'remote-sha256':
    'The repository at {remote} uses SHA-256, which Variorum can’t read or write. Nothing was changed. Create an ordinary one there (git init --bare --object-format=sha1).',
  'remote-shallow':
    'The repository at {remote} has only a part of its history (a shallow clone), so it can’t be used to synchronise. Nothing was changed. Complete it with git fetch --unshallow, or choose another one.',
  'remote-ownership':
    'The repository {remote} belongs to another user of this computer, so git doesn’t open it. Nothing was changed. If you trust it, add it to git’s setting safe.directory.',
  'remote-unsupported':
    'The repository at {remote} uses something that the git on this computer doesn’t know. Nothing was changed. Install a newer git, then try again.',
  'remote-moved':
    '{remote} sends on to another server, which wouldn’t be safe to follow with your password. Nothing was sent there. Enter the new address.',
  'remote-needs-git':
    'To reach {remote}, git must be installed on this computer (version 2.31 or later). Install it from git-scm.com and try again, or use an address that begins with https://.',
  'remote-store-alternates':
    'This store’s git repository borrows objects from another one (objects/info/alternates), so it isn’t synchronised. Nothing was sent. Remove that file once git repack -a has copied the objects.',
  'remote-other':
    'Git couldn’t complete the exchange with {remote}, for a reason that Variorum doesn’t know. Nothing is lost. Try it with git in a terminal, which says more.',
} as const
