import { t } from '@lingui/core/macro'
import { type Format, type KeyHeader, PRESETS, PresetId } from '../../shared/presets.ts'
import type { CompatibleServer } from '../../shared/settings.ts'
import { sentencesText } from '../format/language.ts'
import { serverName } from '../format/provider-names.ts'
import { worded } from '../format/worded.ts'
import { FormLine } from '../ui/FormLine.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { Select } from '../ui/Select.tsx'

interface PresetFieldProps {
  readonly chosen: PresetId
  readonly choose: (preset: PresetId) => void
}

/** The kind of server, and what is known to be missing in it. */
export function PresetField({ chosen, choose }: PresetFieldProps) {
  return (
    <>
      <FormLine label={t`Server`}>
        <Select name={t`Server`} value={chosen} onChange={(preset) => choose(PresetId.catch('other').parse(preset))}>
          <PresetOptions label={t`On this computer`} ids={LOCAL} />
          <PresetOptions label={t`Services`} ids={HOSTED} />
          <option value="other">{PRESETS.other.name}</option>
        </Select>
      </FormLine>
      <p className="ink3">{sentencesText(PRESETS[chosen].lacks.map(worded))}</p>
    </>
  )
}

const LOCAL = PresetId.options.filter((id) => PRESETS[id].isLocal)
const HOSTED = PresetId.options.filter((id) => !PRESETS[id].isLocal && id !== 'other')

function PresetOptions({ label, ids }: { readonly label: string; readonly ids: readonly PresetId[] }) {
  return (
    <optgroup label={label}>
      {ids.map((id) => (
        <option key={id} value={id}>
          {serverName(id)}
        </option>
      ))}
    </optgroup>
  )
}

interface WireFieldsProps {
  readonly server: CompatibleServer
  readonly change: (part: Pick<Partial<CompatibleServer>, 'format' | 'keyHeader'>) => void
}

/** How the server is spoken to, where its kind does not say. */
export function WireFields({ server, change }: WireFieldsProps) {
  if (!PRESETS[server.preset].leavesChoice) return null
  const formats: readonly { readonly value: Format; readonly label: string }[] = [
    { value: 'messages', label: t`Messages format` },
    { value: 'openai', label: t`OpenAI format` },
  ]
  const headers: readonly { readonly value: KeyHeader; readonly label: string }[] = [
    { value: 'bearer', label: 'Authorization: Bearer' },
    { value: 'x-api-key', label: 'x-api-key' },
    { value: 'api-key', label: 'api-key' },
    { value: 'none', label: t`no key` },
  ]
  return (
    <>
      <FormLine label={t`Format`} hint={t`see the server’s documentation`}>
        <SegmentedControl
          name={t`Format`}
          value={server.format}
          options={formats}
          onChange={(format) => change({ format })}
        />
      </FormLine>
      <FormLine label={t`Key header`} hint={t`where the server looks for the key`}>
        <SegmentedControl
          name={t`Key header`}
          value={server.keyHeader}
          options={headers}
          onChange={(keyHeader) => change({ keyHeader })}
        />
      </FormLine>
    </>
  )
}
