import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { type Format, type KeyHeader, PRESETS, PresetId } from '../../shared/presets.ts'
import type { CompatibleServer } from '../../shared/settings.ts'
import { sentencesText } from '../format/language.ts'
import { serverName } from '../format/provider-names.ts'
import { worded } from '../format/worded.ts'
import { FormLine } from '../ui/FormLine.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { Select } from '../ui/Select.tsx'
import { isNamed } from './services.ts'

interface PresetFieldProps {
  readonly chosen: PresetId
  readonly choose: (preset: PresetId) => void
}

/** The kind of server. */
export function PresetField({ chosen, choose }: PresetFieldProps) {
  return (
    <FormLine label={t`Server`}>
      <Select name={t`Server`} value={chosen} onChange={(preset) => choose(PresetId.catch('other').parse(preset))}>
        <PresetOptions label={t`On this computer`} ids={LOCAL} />
        <PresetOptions label={t`Services`} ids={HOSTED} />
        <option value="other">{serverName('other')}</option>
      </Select>
    </FormLine>
  )
}

const OTHERS = PresetId.options.filter((id) => !isNamed(id) && id !== 'other')
const LOCAL = OTHERS.filter((id) => PRESETS[id].isLocal)
const HOSTED = OTHERS.filter((id) => !PRESETS[id].isLocal)

const FIRST_SENTENCES = 2

/** What is needed to use a kind of server, and on request what else is known of it. */
export function ServerHelp({ preset }: { readonly preset: PresetId }) {
  const [isAll, setAll] = useState(false)
  const { lacks } = PRESETS[preset]
  if (lacks.length === 0) return null
  return (
    <p className="ink3">
      {sentencesText(lacks.slice(0, isAll ? undefined : FIRST_SENTENCES).map(worded))}{' '}
      {lacks.length > FIRST_SENTENCES && !isAll && (
        <button type="button" className="text-link" onClick={() => setAll(true)}>
          {t`More about ${serverName(preset)}`}
        </button>
      )}
    </p>
  )
}

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
