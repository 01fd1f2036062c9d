import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { api } from '../state/api.ts'
import { warnOf } from '../state/attempt.ts'
import { useStatusBar } from '../state/status-bar-store.ts'
import { useQuery } from '../state/use-query.ts'
import { Button } from '../ui/Button.tsx'
import { FormLine } from '../ui/FormLine.tsx'
import { Section } from '../ui/Section.tsx'

/** The browsers that a link let in: in browser mode only. */
export function Browsers() {
  const [asked, setAsked] = useState(0)
  const { answer: others } = useQuery('other browsers', asked, () => api.otherBrowsers.count.query())
  const signOut = async (): Promise<void> => {
    try {
      await api.otherBrowsers.signOut.mutate()
      useStatusBar.getState().say(t`All other browsers were signed out.`)
    } catch (error) {
      warnOf(error)
    }
    setAsked(asked + 1)
  }
  const count =
    others === undefined
      ? ''
      : plural(others, { 0: 'no other browsers', one: '# other browser', other: '# other browsers' })
  return (
    <Section
      id="set-browsers"
      name={t`Browsers`}
      about={t`Let in by a link from the terminal, until unused for 30 days.`}
    >
      <FormLine label={t`Also signed in`} hint={count}>
        <Button small icon={LogOut} disabled={others === undefined || others === 0} onClick={() => void signOut()}>
          <Trans>Sign out other browsers</Trans>
        </Button>
      </FormLine>
    </Section>
  )
}
