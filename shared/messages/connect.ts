/** Connecting other agents: their configuration files, and what they still ask. */
export const CONNECT = {
  'connect-unreadable':
    '{file} is not valid {format}, or not as {program} reads it. Nothing was changed. Correct the file, and try again.',
  'connect-no-list':
    'In {file}, “{list}” is not a list of named servers. Nothing was changed. Correct the file, and try again.',
  'connect-not-alone':
    '{file} is written so that this entry can’t be changed without changing something else. Nothing was changed. Edit the file yourself.',
  'connect-link':
    '{file} is a link, or lies behind one. Nothing was changed. Edit the file that it leads to, or replace the link by a file.',
  'connect-no-file': '{file} is not a file. Nothing was changed.',
  'connect-other-owner': '{file} belongs to another account. Nothing was changed.',
  'connect-read-only': '{file} is read-only. Nothing was changed. Permit writing, and try again.',
  'connect-too-large': '{file} is larger than {limit}. Nothing was changed. Edit the file yourself.',
  'connect-changed': 'Another program changed {file} in the meantime. Nothing was changed here. Try again.',
  'connect-not-ours':
    '{file} has an entry “{name}” that Variorum didn’t write. It stays as it is. Rename or remove it yourself, and try again.',
  'connect-edited':
    'The entry “{name}” in {file} was changed after Variorum wrote it. It stays as it is. Disconnect {program} first to replace it.',
  'clients-unreadable':
    'Variorum’s list of what each agent may do can’t be read. Until it can, no other agent may use the memory, and nothing in the list can be changed. Correct clients.json in the folder of Variorum’s data, or move it away: then every agent may read and write again.',
  'client-tokens-unreadable':
    'Variorum’s list of the tokens of other agents can’t be read. Until it can, none of them is valid, and none can be made. Correct clients-tokens.json in the folder of Variorum’s data, or move it away: then every agent needs a new token.',
  'connect-no-entry': '{program} is not connected in {file}. Nothing was changed.',
  'connect-no-project': '{program} has no configuration of its own for a project. Connect it for your account.',
  'connect-no-command':
    'Other agents start Variorum by its command, which isn’t installed. Install it (npm install --global variorum), and connect again.',
  'connect-test-no-command':
    'The command of the entry isn’t there, or may not be run. Disconnect the program, and connect it again.',
  'connect-test-failed':
    'The command of the entry starts, but the memory doesn’t answer as it should. Disconnect the program, and connect it again.',
  'http-door-shut': 'Port {port} could not be opened. Another program may have it. Choose another port.',
  'connect-temporary':
    'This Variorum was started by npx, from a folder that npm may clear. Install it (npm install --global variorum), and connect again.',
  'memory-home-none': 'Variorum has not set where Claude Code keeps its memory in {file}. Nothing was changed.',
  'memory-home-edited':
    'The folder of Claude Code’s memory in {file} was changed after Variorum set it. It stays as it is. Change it yourself.',
  'memory-home-no-folder':
    '{folder} is a file or a link. Claude Code’s memory needs a folder there. Nothing was changed. Rename it, and try again.',
  'memory-home-no-project':
    '{folder} is no git repository, and Claude Code has not worked in it. Nothing was changed. Name a project.',
  'memory-home-shared':
    'All projects then share this one folder and one MEMORY.md: what Claude Code learns in one is read in all, and they can overwrite each other’s lines. A folder for each project is safer.',
  'memory-home-overridden':
    '{source} names another folder, {folder}, and wins over this file: Claude Code will go on using that one.',
  'memory-home-elsewhere':
    'In {count, plural, one {# project} other {# projects}} another setting wins over this file: {projects}.',
  'memory-home-not-moved':
    'What Claude Code has kept so far stays where it is, and it will no longer read it. From its next start on it uses the new folder, and loads the first 200 lines of the MEMORY.md there.',
  'memory-home-stays': 'What Claude Code has kept stays in {folder}. From its next start on it will no longer read it.',
  'memory-probe-missing': 'Not tested: Claude Code isn’t on this computer.',
  'memory-probe-silent':
    'Claude Code started, but didn’t say where its memory is. It may be too old, or its memory may be switched off. Start it yourself, and look at “/memory”.',
  'memory-probe-failed': 'Claude Code could not be started for the test. Start it yourself to see what is wrong.',
  'memory-probe-elsewhere':
    'Claude Code keeps its memory in {folder} instead. A setting of another file, of your organisation or of the environment wins. Look at the order of the settings.',
  'claude-code-asks':
    'Claude Code asks before it first uses each tool. “claude -p” refuses tools that “--allowedTools mcp__variorum” does not permit.',
  'claude-code-asks-project':
    'Claude Code lists the server as “Pending approval” until you start “claude” in this folder and approve it. It also asks before it first uses each tool.',
  'claude-desktop-asks': 'Restart Claude Desktop: it reads the file when it starts. It may ask before it runs a tool.',
  'codex-asks':
    'Codex runs the tools that read or add. It asks before those that overwrite, move or delete, and “codex exec” refuses them.',
  'codex-asks-project':
    'Codex reads this file only in a project that you trust. It asks before tools that overwrite, move or delete, and “codex exec” refuses them.',
  'cursor-asks': 'Cursor may ask you to switch the server on in its settings, and before it runs a tool.',
  'gemini-asks':
    'Gemini CLI starts the server only in folders that you trust, and asks before it runs a tool. Without a terminal it offers only tools that “--allowed-tools” names.',
  'opencode-asks': 'OpenCode runs the tools without asking, unless your permissions there say otherwise.',
  'vscode-asks': 'VS Code may ask whether you trust the server, and before it runs a tool.',
  'windsurf-asks': 'Restart Windsurf or refresh its list of servers. It may ask before it runs a tool.',
  'zed-asks': 'Zed may ask before it runs a tool.',
  'zed-asks-project': 'Zed starts the server only in a project that you trust. It may ask before it runs a tool.',
} as const
