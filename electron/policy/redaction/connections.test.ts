import { expect, test } from 'vitest'
import { everyGroup, RedactionPolicy } from '../../../shared/policy.ts'
import { compileRules, redact } from './redact.ts'

const only = compileRules(
  RedactionPolicy.parse({ groups: everyGroup('off'), detectors: { 'connection-strings': true } }),
)

test.each([
  'curl -s -u ana:… https://example.test',
  'mysqldump -h db -p… notes',
  'mariadb -u ana -p…',
  '7z a -p… notes.7z notes',
  'unrar x -p… notes.rar',
  'sshpass -p … ssh ana@host',
  'docker login -u ana -p … registry.example.test',
  'redis-cli -h cache -a …',
  'mongosh --host db -u ana -p …',
  'sqlcmd -S db -U sa -P …',
  'cypher-shell -u neo -p …',
  'rabbitmqadmin -u ana -p … list',
  'unzip -P … notes.zip',
  'pdftk in.pdf -P …',
  'ldapsearch -D cn=ana -w …',
  'openssl enc -aes256 -k …',
  'ssh-keygen -t ed25519 -N …',
  'htpasswd -b users ana …',
  'smbclient //host/share -U ana%…',
  'http -a ana:… example.test',
  'echo … | sudo -S ls',
  "restic --password-command 'echo …' snapshots",
  'BORG_PASSCOMMAND="printf …"',
  'chpasswd <<< ana:…',
  'echo ana:… | sudo chpasswd',
  'gh secret set API --body …',
  "CREATE USER ana IDENTIFIED BY '…'",
  'machine host login ana password …',
  'NET USER ana … /add',
  'net use z: \\\\host\\share /user:ana …',
  'xfreerdp /v:host /u:ana /p:…',
  'rdesktop -u ana -p … host',
  'mstsc /v:host /p:…',
  'ipmitool -H host -U ana -P …',
  'jdbc:oracle:thin:ana/…@host',
  'db.example.test:5432:notes:ana:…',
  'auth = ("ana", "…")',
  'login("ana", "…")',
  'ConvertTo-SecureString -String "…"',
])('the password in “%s” is redacted', (command) => {
  const { text } = redact(command.replace('…', 'hT7kqwe2x'), only)
  expect(text).toBe(command.replace('…', '[redacted: password]'))
})
