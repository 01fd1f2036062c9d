import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { type DetectorGroup, type DetectorInfo, type Policies, RedactionLevel } from '../../shared/policy.ts'
import { REDACTION_FIGURES } from '../../shared/redaction-figures.ts'
import { dateText, numberText } from '../format/language.ts'
import { detectorLabel, groupLabel, levelLabel } from '../format/redaction-words.ts'
import { editPolicies } from '../state/policy-store.ts'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { Switch } from '../ui/Switch.tsx'
import { tooltip } from '../ui/Tooltip.tsx'
import { levelMeaning } from './labels.ts'
import { detectorOn, detectorsOf, withDetector, withGroup } from './policy-edits.ts'

interface RedactionGroupProps {
  readonly group: DetectorGroup
  readonly policies: Policies
  /** How often it applied, by the marks it left. */
  readonly times: number | undefined
}

/** A group of detectors: its level, what that means, and its detectors one by one. */
export function RedactionGroup({ group, policies, times = 0 }: RedactionGroupProps) {
  const [open, setOpen] = useState(false)
  const label = groupLabel(group)
  const level = policies.redaction.groups[group]
  const detectors = detectorsOf(group)
  const on = detectors.filter((detector) => detectorOn(policies.redaction, detector)).length
  const total = detectors.length
  return (
    <div className="rule-group" role="group" aria-label={label}>
      <div className="rule-head">
        <span className="cut grow">{label}</span>
        {times > 0 && <Times count={times} />}
        <button
          type="button"
          className="opens"
          aria-expanded={open}
          aria-label={t`${label}: ${on} of ${total} detectors on`}
          onClick={() => setOpen(!open)}
        >
          <span className="num">
            <Trans>
              {on} of {total}
            </Trans>
          </span>
          <ChevronRight className="i xs chev" aria-hidden />
        </button>
      </div>
      <div className="rule-level">
        <SegmentedControl
          name={t`Level: ${label}`}
          value={level}
          options={RedactionLevel.options.map((value) => ({ value, label: levelLabel(value) }))}
          onChange={(now) => editPolicies((before) => withGroup(before, group, now))}
        />
        <span className="figures num" {...tooltip(figuresTitle())}>
          {level === 'off' ? '' : figuresOf(group, level)}
        </span>
        <p className="meta">{levelMeaning(level)}</p>
      </div>
      {open && detectors.map((detector) => <Detector key={detector.id} detector={detector} policies={policies} />)}
    </div>
  )
}

function figuresOf(group: DetectorGroup, level: Exclude<RedactionLevel, 'off'>): string {
  const figures = REDACTION_FIGURES.byLevel[group][level]
  const [found, falseAlarms] = [numberText(figures.found, 1), numberText(figures.falseAlarms, 1)]
  return t`found ${found}%, false alarms ${falseAlarms}%`
}

/** Where the figures come from. */
export function figuresTitle(): string {
  const measuredOn = dateText(new Date(REDACTION_FIGURES.measuredOn), 'longYear')
  const { secrets, innocent } = REDACTION_FIGURES.sets
  return t`Measured on ${measuredOn} with texts from an independent set: ${secrets} with something to find, ${innocent} without`
}

function Detector({ detector, policies }: { readonly detector: DetectorInfo; readonly policies: Policies }) {
  const label = detectorLabel(detector.id)
  return (
    <div className="rule sub">
      <Switch
        name={label}
        on={detectorOn(policies.redaction, detector)}
        onChange={(on) => editPolicies((now) => withDetector(now, detector, on))}
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
