import type { Answer } from '../../http/Answer.ts'
import type { ProviderId } from '../IdentityClient.ts'
import type { Provider } from '../Provider.ts'
import type { Switches } from '../switches.ts'
import { escapeHtml } from './escapeHtml.ts'
import { htmlPage } from './htmlPage.ts'

/** The form controls for the switches of a provider, named after them. */
interface Controls {
  checkboxes?: Readonly<Record<string, string>>
  selects?: Readonly<Record<string, { label: string; options: readonly string[] }>>
  texts?: Readonly<Record<string, string>>
}

const peopleControls: Controls = {
  texts: { accounts: 'Part of their account numbers, except at Farcaster: change it for new accounts' },
}

const providerControls: Controls = {
  checkboxes: {
    deny: 'Refuse every login',
    slow: 'Answer after five seconds',
    tokenError: 'Answer 500 at the token endpoint',
  },
  selects: {
    coop: {
      label: 'Cross-origin opener policy',
      options: ['none', 'same-origin-allow-popups', 'same-origin'],
    },
  },
}

const farcasterControls: Controls = {
  checkboxes: {
    deny: 'Refuse every login',
    slow: 'Answer after five seconds',
    error: 'Answer 500 at the relay',
  },
  selects: {
    signer: { label: 'Key that signs', options: ['custody', 'authAddress'] },
    lie: { label: 'Wrong field of the message', options: ['none', 'fid', 'nonce', 'domain'] },
  },
}

/** Returns the page with the switches of all providers. */
export function switchesPage({
  providers,
  switches,
}: {
  providers: Readonly<Record<ProviderId, Provider>>
  switches: Switches
}): Answer {
  const fieldsets = Object.values(providers).map(({ id, name }) =>
    fieldset({ id, name, controls: providerControls, state: switches[id] }),
  )
  const { farcaster, people } = switches
  fieldsets.push(
    fieldset({ id: 'farcaster', name: 'Farcaster', controls: farcasterControls, state: farcaster }),
    fieldset({ id: 'people', name: 'People', controls: peopleControls, state: people }),
  )
  return htmlPage({
    title: 'Identity providers',
    script: '/switches.js',
    content: `<p>These providers are imitated on this machine. Their switches last until the server ends.</p>
      <form id="switches">${fieldsets.join('')}</form>
      <p id="notice" role="status"></p>`,
  })
}

function fieldset({
  id,
  name,
  controls,
  state,
}: {
  id: string
  name: string
  controls: Controls
  state: Readonly<Record<string, string | boolean>>
}): string {
  const boxes = Object.entries(controls.checkboxes ?? {}).map(
    ([key, label]) =>
      `<label><input type="checkbox" name="${key}"${state[key] ? ' checked' : ''} /> ${label}</label>`,
  )
  const selects = Object.entries(controls.selects ?? {}).map(([key, { label, options }]) => {
    const items = options.map(
      (option) => `<option${state[key] === option ? ' selected' : ''}>${option}</option>`,
    )
    return `<label>${label} <select name="${key}">${items.join('')}</select></label>`
  })
  const texts = Object.entries(controls.texts ?? {}).map(
    ([key, label]) =>
      `<label>${label} <input name="${key}" maxlength="100" value="${escapeHtml(`${state[key]}`)}" /></label>`,
  )
  return `<fieldset name="${id}">
        <legend>${name}</legend>
        ${[...boxes, ...selects, ...texts].join('\n        ')}
      </fieldset>`
}
