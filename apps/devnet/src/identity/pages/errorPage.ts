import type { Answer } from '../../http/Answer.ts'
import type { Provider } from '../Provider.ts'
import { escapeHtml } from './escapeHtml.ts'
import { htmlPage } from './htmlPage.ts'
import { imitationNote } from './imitationNote.ts'

/** Returns a page that says what is wrong with a request. */
export function errorPage({
  provider,
  message,
  items = [],
  status = 400,
}: {
  provider: Pick<Provider, 'name'>
  message: string
  items?: readonly string[] | undefined
  status?: number | undefined
}): Answer {
  const list = items.map((item) => `<li><code>${escapeHtml(item)}</code></li>`).join('')
  return htmlPage({
    title: `${provider.name} cannot log you in`,
    status,
    content: `<p role="alert">${escapeHtml(message)}</p>
      ${list && `<ul>${list}</ul>`}
      ${imitationNote(provider)}`,
  })
}
