import type { Answer } from '../Answer.ts'
import type { ProviderId } from '../IdentityClient.ts'
import type { Provider } from '../Provider.ts'
import type { Switches } from '../switches.ts'
import { htmlPage } from './htmlPage.ts'

const checkboxes = [
  { name: 'deny', label: 'Refuse every login' },
  { name: 'slow', label: 'Answer after five seconds' },
  { name: 'tokenError', label: 'Answer 500 at the token endpoint' },
] as const
const policies = ['none', 'same-origin-allow-popups', 'same-origin'] as const

/** Returns the page with the switches of all providers. */
export function switchesPage({
  providers,
  switches,
}: {
  providers: Readonly<Record<ProviderId, Provider>>
  switches: Switches
}): Answer {
  const fieldsets = Object.values(providers).map((provider) =>
    fieldset({ provider, state: switches[provider.id] }),
  )
  return htmlPage({
    title: 'Identity providers',
    script: '/switches.js',
    content: `<p>These providers are imitated on this machine. Their switches last until the server ends.</p>
      <form id="switches">${fieldsets.join('')}</form>
      <p id="notice" role="status"></p>`,
  })
}

function fieldset({ provider, state }: { provider: Provider; state: Switches[ProviderId] }): string {
  const boxes = checkboxes.map(
    ({ name, label }) =>
      `<label><input type="checkbox" name="${name}"${state[name] ? ' checked' : ''} /> ${label}</label>`,
  )
  const options = policies.map(
    (policy) => `<option${state.coop === policy ? ' selected' : ''}>${policy}</option>`,
  )
  return `<fieldset name="${provider.id}">
        <legend>${provider.name}</legend>
        ${boxes.join('\n        ')}
        <label>Cross-origin opener policy <select name="coop">${options.join('')}</select></label>
      </fieldset>`
}
