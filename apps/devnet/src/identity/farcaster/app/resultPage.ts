import type { Answer } from '../../../http/Answer.ts'
import { escapeHtml } from '../../pages/escapeHtml.ts'
import { htmlPage } from '../../pages/htmlPage.ts'
import { imitationNote } from '../../pages/imitationNote.ts'
import { farcasterProvider } from './farcasterProvider.ts'

/** Returns the last page of a login, with a link to where it began if the application gave a web address. */
export function resultPage({
  title,
  message,
  redirectUrl = '',
}: {
  title: string
  message: string
  redirectUrl?: string | undefined
}): Answer {
  const link = isWebAddress(redirectUrl) ? `<p><a href="${escapeHtml(redirectUrl)}">Go back</a></p>` : ''
  return htmlPage({
    title,
    content: `<p role="status">${escapeHtml(message)}</p>
      ${link}
      ${imitationNote(farcasterProvider)}`,
  })
}

function isWebAddress(url: string): boolean {
  return URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol)
}
