import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { type DetectorGroup, type DetectorInfo, type Policies, RedactionLevel } from '../../shared/policy.ts'
import { REDACTION_FIGURES } from '../../shared/redaction-figures.ts'
import { detectorLabel, groupLabel, levelLabel } from '../format/redaction-words.ts'
import { FormLine } from '../ui/FormLine.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { Switch } from '../ui/Switch.tsx'
import { tooltip } from '../ui/Tooltip.tsx'
import { groupExamples } from './labels.ts'
import { detectorOn, detectorsOf, withDetector, withGroup } from './policy-edits.ts'
import { savePolicies } from './save-policies.ts'

interface GroupProps {
  readonly group: DetectorGroup
  readonly policies: Policies
}

/** Switches a whole group of detectors. @param times how often it applied, by the marks it left */
export function GroupSwitch({ group, policies, times = 0 }: GroupProps & { readonly times: number | undefined }) {
  const label = groupLabel(group)
  const level = policies.redaction.groups[group]
  const about = level === 'off' ? groupExamples(group) : catches(group, level)
  const isOn = level !== 'off' || detectorsOf(group).some((detector) => detectorOn(policies.redaction, detector))
  return (
    <FormLine
      label={label}
      hint={isOn || group !== 'secrets' ? about : t`Off: secrets are stored as they are written.`}
    >
      <span className="row">
        {times > 0 && <Times count={times} />}
        <Switch
          name={label}
          on={isOn}
          onChange={(on) => savePolicies((now) => withGroup(now, group, on ? 'usual' : 'off'))}
        />
      </span>
    </FormLine>
  )
}

const PERCENT_IN_TEN = 10
/** Nothing is caught always. */
const MOST = 9

/** How much of what it looks for a level finds, rounded down for the best. */
function catches(group: DetectorGroup, level: Exclude<RedactionLevel, 'off'>): string {
  const { found } = REDACTION_FIGURES.byLevel[group][level]
  const inTen = Math.min(MOST, Math.round(found / PERCENT_IN_TEN))
  return t`${groupExamples(group)}: catches about ${inTen} in 10`
}

/** The level of a group, and its detectors one by one. */
export function GroupLevel({ group, policies }: GroupProps) {
  const [isOpen, setOpen] = useState(() => detectorsOf(group).some(({ id }) => id in policies.redaction.detectors))
  const label = groupLabel(group)
  return (
    <div className="rule-group" role="group" aria-label={label}>
      <FormLine label={label}>
        <SegmentedControl
          name={t`Level: ${label}`}
          value={policies.redaction.groups[group]}
          options={RedactionLevel.options.map((value) => ({ value, label: levelLabel(value) }))}
          onChange={(to) => savePolicies((now) => withGroup(now, group, to))}
        />
        <button
          type="button"
          className="opens"
          aria-expanded={isOpen}
          aria-label={t`Kinds: ${label}`}
          onClick={() => setOpen(!isOpen)}
        >
          <Trans>Kinds</Trans>
          <ChevronRight className="i xs chev" aria-hidden />
        </button>
      </FormLine>
      {isOpen &&
        detectorsOf(group).map((detector) => <Detector key={detector.id} detector={detector} policies={policies} />)}
    </div>
  )
}

function Detector({ detector, policies }: { readonly detector: DetectorInfo; readonly policies: Policies }) {
  const label = detectorLabel(detector.id)
  return (
    <div className="rule sub">
      <Switch
        name={label}
        on={detectorOn(policies.redaction, detector)}
        onChange={(on) => savePolicies((now) => withDetector(now, detector, on))}
      />
      <span className="cut">{label}</span>
      <span className="ink3 cut">{detector.onlyByName === true ? t`off unless switched on here` : ''}</span>
    </div>
  )
}

/** How often a detector or rule applied, by the marks it left. */
export function Times({ count }: { readonly count: number }) {
  return (
    <span className="num ink3" {...tooltip(t`Replaced in the current files`)}>
      {plural(count, { one: '# time', other: '# times' })}
    </span>
  )
}
