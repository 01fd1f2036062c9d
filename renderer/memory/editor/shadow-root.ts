import badgeStyles from '../../styles/actor-badge.css?inline'
import editorStyles from '../../styles/editor.css?inline'

let sheet: CSSStyleSheet | undefined

/**
 * The editor's own root. Its styles are made by code, which the content security policy refuses on the page; a shadow
 * root adopts them.
 */
export function shadowRootOf(host: HTMLElement): ShadowRoot {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  sheet ??= styleSheet(`${badgeStyles}\n${editorStyles}`)
  root.adoptedStyleSheets = [sheet]
  return root
}

function styleSheet(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return sheet
}
