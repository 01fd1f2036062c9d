import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { CloudOff, Link2Off } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { Route, Router, Switch, useLocation } from 'wouter'
import { navigate } from 'wouter/use-hash-location'
import { ChatView } from '../chat/ChatView.tsx'
import { redoLast, undoLast } from '../state/acts.ts'
import { useLink } from '../state/api.ts'
import { changeSettings, useApp } from '../state/app-store.ts'
import { useBringIn } from '../state/bring-in-store.ts'
import { useChat } from '../state/chat-store.ts'
import { reload } from '../state/events.ts'
import { useMemory } from '../state/memory-store.ts'
import { openPalette, usePalette } from '../state/palette-store.ts'
import {
  decode,
  fileOf,
  jobPath,
  openChat,
  openTemporary,
  pointPath,
  POLICIES,
  reviewPath,
  SETTINGS,
  useEncodedPlace,
} from '../state/routes.ts'
import { useStatusBar } from '../state/status-bar-store.ts'
import {
  closeOverlay,
  rememberPlace,
  toggle,
  toggleSide,
  useSideOverlay,
  useTreeAsked,
  useWindow,
} from '../state/window-store.ts'
import { Button } from '../ui/Button.tsx'
import { keepFocus } from '../ui/focus.ts'
import { useKeys } from '../ui/keys.ts'
import { prefetchViews } from '../ui/lazy-view.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Tooltips } from '../ui/Tooltip.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { ExportKeptBack } from './ExportKeptBack.tsx'
import { FindInView } from './FindInView.tsx'
import { MarkSecret } from './MarkSecret.tsx'
import { memoryPlace } from './memory-place.ts'
import { nextPane } from './panes.ts'
import { SideBar } from './SideBar.tsx'
import { StatusBar } from './StatusBar.tsx'
import {
  AllKeys,
  BisectView,
  BringInSheet,
  FirstRun,
  JobsView,
  MemoryView,
  Palette,
  PastView,
  PoliciesView,
  ReviewView,
  SettingsView,
  StoreSheets,
  TimelineView,
  UpkeepView,
} from './views.ts'

export function App() {
  useEffect(keepFocus, [])
  const shutOut = useLink((state) => state.shutOut)
  if (shutOut) return <ShutOut />
  return (
    <Router hook={useEncodedPlace}>
      <Start />
      <Tooltips />
    </Router>
  )
}

/** The first run, or the window. */
function Start() {
  const app = useApp((state) => state.app)
  const isFirst = useFirstRun()
  if (app === null || isFirst === false) return <Window />
  return (
    <Suspense>
      {isFirst === true && <FirstRun app={app} />}
      <StoreSheets />
    </Suspense>
  )
}

function Window() {
  const side = useWindow((state) => state.side)
  const sideOver = useSideOverlay(({ open }) => open)
  const [keysShown, showKeys] = useState(false)
  const [at] = useLocation()
  useEffect(() => rememberPlace(at), [at])
  useEffect(prefetchViews, [])
  useEffect(() => {
    document.title = `${document.querySelector('h1')?.textContent ?? ''} — Variorum`
  })
  useWindowKeys(at, () => showKeys(true))
  return (
    <div className={`win${side ? '' : ' no-side'}${sideOver ? ' side-over' : ''}`}>
      <SideBar />
      {sideOver && <div className="side-scrim" onClick={closeOverlay} />}
      <div className="stage">
        <ErrorBoundary at={at}>
          <FindInView key={placeOf(at)} />
          <Suspense>
            <View />
          </Suspense>
        </ErrorBoundary>
      </div>
      <StatusBar />
      <MarkSecret />
      <ExportKeptBack />
      <LazyPalette />
      <Suspense>
        <StoreSheets />
        <LazyBringIn />
        {keysShown && <AllKeys onClose={() => showKeys(false)} />}
      </Suspense>
    </div>
  )
}

function LazyPalette() {
  const isOpen = usePalette(({ open }) => open)
  return <Suspense>{isOpen && <Palette />}</Suspense>
}

function LazyBringIn() {
  const isOpen = useBringIn((state) => state.isOpen)
  return isOpen && <BringInSheet />
}

/** The keys that work in every view. */
function useWindowKeys(at: string, showKeys: () => void): void {
  const go = (to: string): void => {
    // The next key is for the other view, not for a field of this one, which goes a moment later.
    if (to !== at && document.activeElement instanceof HTMLElement) document.activeElement.blur()
    navigate(to)
  }
  const goToMemory = (to: string): void => {
    useTreeAsked.setState({ asked: true })
    go(to)
  }
  useKeys(
    {
      'mod+1': () => go(useWindow.getState().chatPlace),
      'mod+2': () => goToMemory(memoryPlace(at, useWindow.getState().memoryPlace)),
      'mod+3': () => go(pointPath()),
      'mod+4': () => go(reviewPath()),
      'mod+5': () => go(POLICIES),
      'mod+6': () => go(jobPath()),
      'mod+k': openPalette,
      'mod+,': () => go(SETTINGS),
      'mod+n': () => openChat(),
      'shift+mod+n': () => openTemporary(),
      'mod+\\': toggleSide,
      'shift+mod+\\': () => toggle('panel'),
      'mod+[': () => history.back(),
      'mod+]': () => history.forward(),
      f6: () => nextPane(1),
      'shift+f6': () => nextPane(-1),
      '?': showKeys,
      esc: () => closeOverlay() || useStatusBar.getState().clear(),
      'mod+z': () => void undoLast(),
      'shift+mod+z': () => void redoLast(),
    },
    true,
    'window',
  )
}

/** What find searches: a view, and in it a file, a conversation, a point. */
const placeOf = (at: string): string => at.split('/').slice(0, 3).join('/')

function View() {
  const isLoaded = useApp((state) => state.app !== null)
  const isDisconnected = useLink((state) => state.open === false)
  if (!isLoaded && isDisconnected) return <NotRunning />
  return (
    <Switch>
      <Route<{ '*'?: string }> path="/memory/*?">{({ '*': rest }) => <MemoryView {...fileOf(rest)} />}</Route>
      <Route<{ commit: string; path?: string; line?: string }> path="/then/:commit/:path?/:line?">
        {({ commit, path, line }) => <PastView at={decode(commit) ?? ''} path={decode(path)} line={line} />}
      </Route>
      <Route path="/timeline/:commit?/:other?">
        {({ commit, other }) => <TimelineView point={decode(commit)} other={decode(other)} />}
      </Route>
      <Route path="/review/:undo?">{({ undo }) => <ReviewView undo={decode(undo)} />}</Route>
      <Route path="/jobs/:name?">{({ name }) => <JobsView name={decode(name)} />}</Route>
      <Route path="/upkeep/:section?">{({ section }) => <UpkeepView section={decode(section)} />}</Route>
      <Route path="/policies/:part?">{({ part }) => <PoliciesView part={part} />}</Route>
      <Route path="/settings/:section?">{({ section }) => <SettingsView section={section} />}</Route>
      <Route path="/chat/then/:at">{({ at }) => <ChatView key={at} id={undefined} at={decode(at)} />}</Route>
      <Route path="/chat/temporary/:id?">{({ id }) => <ChatView key="temporary" id={decode(id)} temporary />}</Route>
      <Route path="/bisect/:from/:to">
        {({ from, to }) => <BisectView key={`${from} ${to}`} from={decode(from) ?? ''} to={decode(to) ?? ''} />}
      </Route>
      <Route path="/chat/:id?/:turn?">
        {({ id, turn }) => (
          <>
            <ChatView id={decode(id)} />
            {turn !== undefined && <ScrollToTurn key={`${id} ${turn}`} turn={turn} />}
          </>
        )}
      </Route>
      <Route>
        <ChatView id={undefined} />
      </Route>
    </Switch>
  )
}

/** Instead of everything: this browser has no session, or no longer. */
function ShutOut() {
  return (
    <main className="away" aria-label="Variorum">
      <Notice icon={Link2Off} variant="wait" head={t`This browser needs a new link.`}>
        <Trans>
          It was never signed in, or it was signed out, went unused for 30 days or had its storage cleared. Press Enter
          in the terminal running Variorum, and open the link it prints. Nothing is lost.
        </Trans>
      </Notice>
    </main>
  )
}

function NotRunning() {
  return (
    <main className="away" aria-label="Variorum">
      <Notice
        icon={CloudOff}
        variant="wait"
        head={t`Variorum isn’t running.`}
        actions={
          <Button small onClick={reload}>
            <Trans>Try now</Trans>
          </Button>
        }
      >
        <Trans>This window reconnects automatically as soon as Variorum is running again. Nothing is lost.</Trans>
      </Notice>
    </main>
  )
}

/** How long the turn is kept in sight while the conversation above and below it is still being rendered. */
const SETTLE_MS = 400

/** Shows a turn of the conversation once it is there, and moves the focus to it. */
function ScrollToTurn({ turn }: { readonly turn: string }) {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = (): void => {
      const element = document.querySelector<HTMLElement>(`#turn-${CSS.escape(turn)}`)
      if (element === null) return
      if (timer === undefined) {
        timer = setTimeout(() => observer.disconnect(), SETTLE_MS)
        element.tabIndex = -1
        element.focus({ preventScroll: true })
      }
      element.scrollIntoView({ block: 'start' })
    }
    const observer = new MutationObserver(show)
    observer.observe(document.body, { childList: true, subtree: true })
    show()
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [turn])
  return null
}

/**
 * Whether this is the first run: nothing was done yet, and nothing is in the memory. `null` until that is known. It is
 * decided once, so that what is brought in does not end it.
 */
function useFirstRun(): boolean | null {
  const welcomed = useApp(({ app }) => app?.settings.welcomed)
  const isEmpty = useMemory(({ tree }) => (tree === null ? null : tree.files.length === 0))
  const hasTalked = useChat(({ list }) => (list === null ? null : list.length > 0))
  const isKnown = isEmpty !== null && hasTalked !== null
  const isFresh = isEmpty === true && hasTalked === false
  // Once known it stays, though files are brought in.
  const [decided, decide] = useState<boolean | null>(null)
  if (decided === null && welcomed === false && isKnown) decide(isFresh)
  useEffect(() => {
    // It was used before there was a first run.
    if (decided === false) void changeSettings({ welcomed: true })
  }, [decided])
  if (welcomed === undefined) return null
  return welcomed ? false : decided
}
