import './social.css'
import { element } from '@portico/page-server/element'
import { type SocialProvider, socialProvider } from '@portico/protocol/social'
import type { SocialFinishResponse } from '@portico/protocol/vault'
import type { PageData } from '../page/pageData.ts'
import type { SocialTicket } from '../session/createSocialLogin.ts'
import type { PartitionStorage } from '../session/PartitionStorage.ts'
import { ServerError, ServerUnreachableError } from '../session/ServerError.ts'
import { askOpener, type Opener } from './askOpener.ts'
import { socialText } from './copy.ts'
import { createDeparture } from './createDeparture.ts'
import { type CallbackParams, createWindowClient, type SocialServers } from './createWindowClient.ts'
import { endLogin } from './endLogin.ts'
import { finishLeg } from './finishLeg.ts'
import { legPaths } from './legPaths.ts'
import { providerNames } from './providerNames.ts'
import { readCallback } from './readCallback.ts'
import type { SocialLeg } from './SocialLeg.ts'
import { readFragment } from './socialMessages.ts'
import {
  readReturnedRecord,
  removeSocialRecord,
  type SocialRecord,
  takeSocialRecord,
} from './socialRecord.ts'
import { toReturnAddress } from './toReturnAddress.ts'

/** The page as it was loaded, and what it may do with its window. */
export type SocialPage = {
  root: HTMLElement
  page: Pick<PageData, 'vaultUrl' | 'gatewayUrl' | 'social' | 'isOpenedByUs' | 'posted'>
  location: Pick<Location, 'origin' | 'pathname' | 'search' | 'hash'>
  isTop: boolean
  opener: Opener | null
  storage: PartitionStorage
  fetch: typeof globalThis.fetch
  /** The state that `keepState` kept before this page was reloaded. */
  keptState?: string | undefined
  /** Keeps the state of a callback over a reload, which finds nothing in the address. */
  keepState(state: string): void
  /** Goes to another address. */
  leave(url: string): void
  /** Closes the window, if the browser allows it. */
  close(): void
}

/**
 * Shows the page of social logins: `/social` finds the frame that started a login and goes to the provider, which returns to
 * `/social/<provider>` with a code for the vault, and to `/social/<provider>/second` with one for the gateway. Clear the address
 * before: it has the code in it.
 */
export async function showSocialPage(shown: SocialPage): Promise<void> {
  const { pathname, search } = shown.location
  if (!shown.isTop) return showFailure(shown, socialText('social.failures.stray'))
  const leg = legPaths.get(pathname)
  if (leg) return receive(shown, leg, shown.page.posted ?? search)
  await start(shown)
}

/** What the page knows of a login that ends. */
type Ended = { provider: SocialProvider; returnTo?: string | undefined }

/** Finds out which login this window is for, and goes to its provider. */
async function start(shown: SocialPage): Promise<void> {
  const { location, page, opener, storage } = shown
  const asked = socialProvider.safeParse(new URLSearchParams(location.search).get('provider'))
  draw(
    shown,
    asked.success ? titleOf(asked.data) : socialText('social.title'),
    note(socialText('social.connecting')),
  )
  // A fragment counts only if our own frame opened this page: any site can write one into a link.
  const given = page.isOpenedByUs ? readFragment(location.hash) : undefined
  const ticket = given ?? (opener ? await askOpener(opener, location.origin) : undefined)
  if (!ticket) return showFailure(shown, socialText('social.failures.stray'))
  if (!storage.isDurable) return showFailure(shown, socialText('social.failures.storage'), ticket)
  await go(shown, ticket)
}

async function go(shown: SocialPage, ticket: SocialTicket): Promise<void> {
  const { page, location, storage } = shown
  const { provider } = ticket
  const name = providerNames[provider]
  const clientId = page.social.clients[provider]
  if (!clientId) return showFailure(shown, socialText('social.failures.off', { provider: name }), ticket)
  const site = location.origin
  const depart = createDeparture({
    ticket,
    clientId,
    social: page.social,
    site,
    servers: serversOf(shown),
    storage,
  })
  async function leave(): Promise<void> {
    draw(shown, titleOf(provider), note(socialText('social.leaving', { provider: name })))
    try {
      shown.leave(await depart())
    } catch (error) {
      showError(shown, error, ticket, leave)
    }
  }
  await leave()
}

/** Takes what the provider returned, if it belongs to a leg of a login that this browser has sent there. */
async function receive(shown: SocialPage, leg: SocialLeg, text: string): Promise<void> {
  draw(shown, titleOf(leg.provider), note(socialText('social.finishing')))
  const { storage, keptState } = shown
  const callback = readCallback(text)
  if (!callback && keptState)
    return resume(shown, await readReturnedRecord(storage, { ...leg, state: keptState }))
  const record = callback && (await takeSocialRecord(storage, { ...leg, state: callback.state }))
  if (!callback || !record) return showFailure(shown, socialText('social.failures.unknown'))
  shown.keepState(callback.state)
  await finish(shown, record, callback.params)
}

/** Ends a login whose page was reloaded before the server had answered: the code is gone. */
async function resume(shown: SocialPage, record: SocialRecord | undefined): Promise<void> {
  if (!record) return showFailure(shown, socialText('social.failures.unknown'))
  try {
    const client = await createWindowClient(record.keys, serversOf(shown))
    const finished = await endLogin(client, record.tx, 'failed')
    await removeSocialRecord(shown.storage, record)
    showEnd(shown, record, finished)
  } catch (error) {
    showError(shown, error, record, () => resume(shown, record))
  }
}

async function finish(shown: SocialPage, record: SocialRecord, params: CallbackParams): Promise<void> {
  const { provider } = record
  try {
    const client = await createWindowClient(record.keys, serversOf(shown))
    const finished = await finishLeg({ record, params, client, storage: shown.storage })
    if ('next' in finished) {
      draw(
        shown,
        titleOf(provider),
        note(socialText('social.leavingAgain', { provider: providerNames[provider] })),
      )
      return shown.leave(finished.next)
    }
    showEnd(shown, record, finished)
  } catch (error) {
    showError(shown, error, record, () => finish(shown, record, params))
  }
}

function showEnd(shown: SocialPage, { provider, returnTo }: Ended, { status, handle }: SocialFinishResponse) {
  const name = providerNames[provider]
  if (returnTo !== undefined) {
    const result = status === 'done' ? `result=${handle}` : `error=${status}`
    draw(shown, titleOf(provider), note(socialText('social.returning', { host: new URL(returnTo).host })))
    return shown.leave(toReturnAddress(returnTo, `${shown.location.origin}/social?${result}`))
  }
  if (status === 'done') {
    draw(shown, socialText('social.done'), note(socialText('social.doneNext')))
    shown.root.querySelector('.brand')?.classList.add('done')
  } else if (status === 'refused')
    draw(shown, socialText('social.refused'), note(socialText('social.refusedNext', { provider: name })))
  else showFailure(shown, socialText('social.failures.failed', { provider: name }))
  // The page where the login began shows the result, too.
  shown.close()
}

function serversOf({ page: { vaultUrl, gatewayUrl }, fetch }: SocialPage): SocialServers {
  return { vaultUrl, gatewayUrl, fetch }
}

function showError(shown: SocialPage, error: unknown, ended: Ended, again: () => Promise<void>): void {
  if (error instanceof ServerUnreachableError) {
    const button = element('button', { type: 'button', class: 'button main' }, socialText('social.tryAgain'))
    button.addEventListener('click', () => void again(), { once: true })
    draw(shown, socialText('social.failed'), note(socialText('social.failures.unreachable')), button)
    return
  }
  const isExpired = error instanceof ServerError && [404, 410].includes(error.problem.status)
  showFailure(
    shown,
    isExpired
      ? socialText('social.failures.expired')
      : socialText('social.failures.failed', { provider: providerNames[ended.provider] }),
    ended,
  )
}

/** Says why the login ended; with a way back, if it took the place of the host page. */
function showFailure(shown: SocialPage, sentence: string, { returnTo }: Partial<Ended> = {}): void {
  const title =
    sentence === socialText('social.failures.stray')
      ? socialText('social.title')
      : socialText('social.failed')
  if (returnTo === undefined) {
    draw(shown, title, note(sentence))
    return
  }
  const label = socialText('social.goBack', { host: new URL(returnTo).host })
  const button = element('button', { type: 'button', class: 'button main' }, label)
  const failed = `${shown.location.origin}/social?error=failed`
  button.addEventListener('click', () => shown.leave(toReturnAddress(returnTo, failed)), { once: true })
  draw(shown, title, note(sentence), button)
}

function titleOf(provider: SocialProvider): string {
  return socialText('social.titleWith', { provider: providerNames[provider] })
}

function note(text: string): HTMLElement {
  return element('p', { class: 'muted', role: 'status' }, text)
}

function draw({ root }: SocialPage, title: string, ...content: HTMLElement[]): void {
  const brand = element('span', { class: 'brand', 'aria-hidden': 'true' })
  const heading = element('h1', { tabindex: '-1' }, title)
  const hadFocus = root.contains(document.activeElement)
  root.replaceChildren(element('section', { class: 'view social' }, brand, heading, ...content))
  document.title = title
  // The focused button is gone. Focus the heading, so that a screen reader announces the result.
  if (hadFocus) heading.focus()
}
