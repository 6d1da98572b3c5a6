import type { Answer } from '../../../http/Answer.ts'
import { fullName } from '../../fullName.ts'
import { escapeHtml } from '../../pages/escapeHtml.ts'
import { htmlPage } from '../../pages/htmlPage.ts'
import { imitationNote } from '../../pages/imitationNote.ts'
import { people } from '../../people.ts'
import { type LocalFarcasterAccount, localFarcaster } from '../localFarcaster.ts'
import { farcasterProvider } from './farcasterProvider.ts'

/** Returns the page on which an account is chosen to log in with. */
export function accountPage({
  domain,
  target,
}: {
  /** Host of the application. */
  domain: string
  /** Path and query of the request, which the form repeats. */
  target: string
}): Answer {
  return htmlPage({
    title: `Log in with ${farcasterProvider.name}`,
    content: `${imitationNote(farcasterProvider)}
      <p>Choose who logs in to <strong>${escapeHtml(domain)}</strong>.</p>
      <form method="post" action="${escapeHtml(target)}">
        ${localFarcaster.accounts.map(accountButton).join('\n        ')}
        <button name="cancel" value="yes" class="cancel">Cancel</button>
      </form>`,
  })
}

function accountButton({ person, fid, username, custody }: LocalFarcasterAccount): string {
  const owner = people.find(({ id }) => id === person)
  return `<button name="person" value="${person}">
          <strong>${escapeHtml(owner ? fullName(owner) : person)}</strong>
          <span>@${escapeHtml(username)} · fid ${fid}</span>
          <span>${custody.address}</span>
        </button>`
}
