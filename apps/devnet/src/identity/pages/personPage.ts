import type { Answer } from '../../http/Answer.ts'
import { fullName } from '../fullName.ts'
import type { IdentityClient } from '../IdentityClient.ts'
import type { Provider } from '../Provider.ts'
import { type Person, people } from '../people.ts'
import { escapeHtml } from './escapeHtml.ts'
import { htmlPage } from './htmlPage.ts'
import { imitationNote } from './imitationNote.ts'

/** Returns the page on which a person is chosen to log in as. */
export function personPage({
  provider,
  client,
  redirectUri,
  target,
}: {
  provider: Provider
  client: IdentityClient
  redirectUri: string
  /** Path and query of the request, which the form repeats. */
  target: string
}): Answer {
  const { host } = new URL(redirectUri)
  return htmlPage({
    title: `Log in with ${provider.name}`,
    formTarget: redirectUri,
    content: `${imitationNote(provider)}
      <p>Choose who continues to <strong>${escapeHtml(host)}</strong> (${escapeHtml(client.id)}).</p>
      <form method="post" action="${escapeHtml(target)}">
        ${people.map((person) => personButton({ person, provider })).join('\n        ')}
        <button name="cancel" value="yes" class="cancel">Cancel</button>
      </form>`,
  })
}

function personButton({ person, provider }: { person: Person; provider: Provider }): string {
  const hasEmail = provider.id !== 'x' || person.hasEmailAtX
  const email = person.isEmailVerified ? person.email : `${person.email} (not verified)`
  return `<button name="person" value="${person.id}">
          <strong>${escapeHtml(fullName(person))}</strong>
          <span>@${escapeHtml(person.handle)} · ${escapeHtml(hasEmail ? email : 'no e-mail address')}</span>
        </button>`
}
