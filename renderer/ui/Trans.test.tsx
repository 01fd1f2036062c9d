import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

test.each(['<b>x</b>.md', '<script></script>', '<0>x</0>', '</0><0>x', '<0/>', 'a < b'])(
  'shows a value in a sentence literally: %s',
  (path) => {
    const html = renderToStaticMarkup(
      <I18nProvider i18n={i18n}>
        <Trans>
          There is no <em>{path}</em> here.
        </Trans>
      </I18nProvider>,
    )
    expect(html).toBe(`There is no <em>${path.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</em> here.`)
  },
)
