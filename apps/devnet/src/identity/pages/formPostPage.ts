import type { Answer } from '../../http/Answer.ts'
import type { Provider } from '../Provider.ts'
import { escapeHtml } from './escapeHtml.ts'
import { htmlPage } from './htmlPage.ts'
import { imitationNote } from './imitationNote.ts'

/** Returns the page that sends the result of a login by POST (OAuth 2.0 Form Post Response Mode). */
export function formPostPage({
  provider,
  redirectUri,
  fields,
}: {
  provider: Provider
  redirectUri: string
  fields: Readonly<Record<string, string>>
}): Answer {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}" />`,
  )
  return htmlPage({
    title: `Back from ${provider.name}`,
    script: '/submit.js',
    formTarget: redirectUri,
    content: `${imitationNote(provider)}
      <form id="result" method="post" action="${escapeHtml(redirectUri)}">
        ${inputs.join('\n        ')}
        <button>Continue</button>
      </form>`,
  })
}
