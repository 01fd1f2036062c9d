import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { TriangleAlert } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'

interface ErrorBoundaryProps {
  /** The current route; when it changes, the page is rendered again. */
  readonly at: string
  readonly children: ReactNode
}

interface ErrorBoundaryState {
  readonly failed: boolean
  readonly at: string
}

/** Error boundary around a view: when it crashes, the frame, what is unsaved and the other views survive. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: false, at: this.props.at }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  static getDerivedStateFromProps({ at }: ErrorBoundaryProps, state: ErrorBoundaryState) {
    return at === state.at ? null : { failed: false, at }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <main className="away" aria-label="Variorum">
        <Notice
          icon={TriangleAlert}
          variant="danger"
          head={t`This view can’t be shown.`}
          actions={
            <Button small onClick={() => this.setState({ failed: false })}>
              <Trans>Try again</Trans>
            </Button>
          }
        >
          <Trans>Something went wrong in this view. The memory is untouched, and the other views still work.</Trans>
        </Notice>
      </main>
    )
  }
}
