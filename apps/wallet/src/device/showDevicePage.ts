import { directionOf } from '@portico/i18n'
import { element } from '@portico/page-server/element'
import {
  type DeviceInspectResponse,
  deviceCancelResponse,
  deviceInspectResponse,
  updateRevertResponse,
} from '@portico/protocol/vault'
import * as z from 'zod/mini'
import { languageOf } from '../language/language.ts'
import { ServerError, ServerUnreachableError } from '../session/ServerError.ts'
import { askServer } from './askServer.ts'
import { deviceText } from './copy.ts'
import { countryName } from './countryName.ts'
import './device.css'
import { drawDigitsForm } from './drawDigitsForm.ts'

export type DevicePage = {
  root: HTMLElement
  vaultUrl: string
  gatewayUrl: string
  /** Fragment of the URL, with `#`: the token of a sign-in, or `revert.` or `cancel.` and the token of another mail. */
  hash: string
  /** Whether the page is not embedded. Headers forbid that as well; an embedded page sends no request. */
  isTop: boolean
  fetch: typeof globalThis.fetch
  /** Returns the random ID of this installation. Only the gateway gets it. */
  clientId(): Promise<string>
  /** Removes the used token from the URL. */
  clearAddress(): void
}

/**
 * Shows the page behind a mailed link. Opening it changes nothing, because mail scanners open links as well; only the buttons
 * do.
 */
export async function showDevicePage(page: DevicePage): Promise<void> {
  const [, kind, token] = /^#(revert\.|cancel\.)?([A-Za-z0-9_-]{43})$/.exec(page.hash) ?? []
  if (!page.isTop) showFailure(page, 'framed')
  else if (!token) showFailure(page, 'no-token')
  else if (kind === 'revert.') showRevert(page, token)
  else if (kind === 'cancel.') showCancel(page, token)
  else await showSignIn(page, token)
}

async function showSignIn(page: DevicePage, token: string): Promise<void> {
  draw(page, deviceText('device.loadingTitle'), note(deviceText('device.loading')))
  try {
    showQuestion(page, token, await ask(page, token, '/v1/device/inspect', deviceInspectResponse))
  } catch (error) {
    showError(page, error)
  }
}

function showQuestion(
  page: DevicePage,
  token: string,
  { kind, origin, browser, system, country, email }: DeviceInspectResponse,
): void {
  const { form, approve, refuse, reject } = drawDigitsForm({
    hint: deviceText(`device.kinds.${kind}.digitsHint`),
    onDigits: (digits) =>
      act({
        page,
        button: approve,
        busy: deviceText('device.approving'),
        run: () => ask(page, token, '/v1/device/approve', z.unknown(), { digits }),
        done: () =>
          showEnd(page, deviceText('device.approved'), deviceText(`device.kinds.${kind}.approvedNext`)),
        onWrong: () => reject(deviceText('device.digitsWrong')),
      }),
  })
  refuse.addEventListener('click', () =>
    act({
      page,
      button: refuse,
      busy: deviceText('device.refusing'),
      run: () => ask(page, token, '/v1/device/refuse', z.unknown()),
      done: () =>
        showEnd(
          page,
          deviceText(`device.kinds.${kind}.refused`),
          deviceText(`device.kinds.${kind}.refusedNext`),
        ),
    }),
  )
  // Texts of this page have its direction, though they begin with a name in Latin letters.
  const own = { dir: directionOf(languageOf('login').tag) }
  const facts: [string, HTMLElement][] = [
    [deviceText('device.site'), element('bdi', {}, origin)],
    [deviceText('device.device'), element('bdi', own, deviceText('device.on', { browser, system }))],
    ...(country
      ? [
          [deviceText('device.country'), element('bdi', own, countryName(country))] satisfies [
            string,
            HTMLElement,
          ],
        ]
      : []),
    [deviceText('device.address'), element('bdi', {}, email)],
  ]
  draw(
    page,
    deviceText(`device.kinds.${kind}.title`),
    element('p', { class: 'muted' }, deviceText(`device.kinds.${kind}.asked`)),
    element(
      'dl',
      { class: 'facts' },
      ...facts.map(([name, value]) => element('div', {}, element('dt', {}, name), element('dd', {}, value))),
    ),
    form,
  )
}

function showRevert(page: DevicePage, token: string): void {
  showAction(page, {
    title: deviceText('device.revertTitle'),
    asked: deviceText('device.revertAsked'),
    label: deviceText('device.revert'),
    busy: deviceText('device.reverting'),
    run: () => ask(page, token, '/v1/update/revert', updateRevertResponse),
    done: ({ email, statement }) =>
      endDevice(page, statement, () =>
        showEnd(page, deviceText('device.reverted'), deviceText('device.revertedNext', { email })),
      ),
  })
}

function showCancel(page: DevicePage, token: string): void {
  showAction(page, {
    title: deviceText('device.cancelTitle'),
    asked: deviceText('device.cancelAsked'),
    label: deviceText('device.cancel'),
    busy: deviceText('device.cancelling'),
    run: () => ask(page, token, '/v1/device/cancel', deviceCancelResponse),
    done: ({ statement }) =>
      endDevice(page, statement, () =>
        showEnd(page, deviceText('device.cancelled'), deviceText('device.cancelledNext')),
      ),
  })
}

/** Shows an explanation and one button. */
function showAction<answer>(
  page: DevicePage,
  {
    title,
    asked,
    label,
    ...action
  }: {
    title: string
    asked: string
    label: string
    busy: string
    run(): Promise<answer>
    done(answer: answer): Promise<void>
  },
): void {
  const button = element('button', { type: 'button', class: 'button main' }, label)
  button.addEventListener('click', () => act({ page, button, ...action }))
  draw(page, title, element('p', { class: 'muted' }, asked), element('div', { class: 'buttons' }, button))
}

async function act<answer>({
  page,
  button,
  busy,
  run,
  done,
  onWrong,
}: {
  page: DevicePage
  button: HTMLButtonElement
  busy: string
  run(): Promise<answer>
  done(answer: answer): void | Promise<void>
  /** Called if typed digits are wrong and may be typed again; the page stays. */
  onWrong?(): void
}): Promise<void> {
  if (button.getAttribute('aria-disabled') === 'true') return
  const buttons = page.root.querySelectorAll('button')
  const label = button.textContent
  // All buttons, as only one answer counts. Not `disabled`, which would lose the focus that the next heading takes over.
  for (const each of buttons) each.setAttribute('aria-disabled', 'true')
  button.textContent = busy
  try {
    await done(await run())
  } catch (error) {
    if (!onWrong || !(error instanceof ServerError) || error.code !== 'digits-wrong')
      return showError(page, error)
    for (const each of buttons) each.removeAttribute('aria-disabled')
    button.textContent = label
    onWrong()
  }
}

/**
 * Hands the statement of the vault to the gateway, so that both servers end the device. Whatever the gateway answers, the
 * statement is kept for another attempt: until it succeeds, the device is live there. Only a statement that it refuses, such as
 * one that has expired, is requested from the vault again.
 */
async function endDevice(page: DevicePage, statement: string, done: () => void): Promise<void> {
  const { gatewayUrl: server, fetch, clientId } = page
  try {
    await askServer({
      server,
      path: '/wallet/v1/devices/end',
      body: { statement },
      schema: z.unknown(),
      fetch,
      clientId,
    })
    done()
  } catch (error) {
    const isRefused = error instanceof ServerError && error.code === 'statement-invalid'
    const again = element('button', { type: 'button', class: 'button main' }, deviceText('device.tryAgain'))
    again.addEventListener('click', () =>
      isRefused
        ? void showDevicePage(page)
        : act({
            page,
            button: again,
            busy: deviceText('device.cancelling'),
            run: async () => {},
            done: () => endDevice(page, statement, done),
          }),
    )
    draw(
      page,
      deviceText('device.half'),
      note(deviceText('device.halfNext')),
      element('div', { class: 'buttons' }, again),
    )
  }
}

function ask<schema extends z.core.$ZodType>(
  { vaultUrl, fetch }: DevicePage,
  token: string,
  path: string,
  schema: schema,
  more: Readonly<Record<string, string>> = {},
): Promise<z.output<schema>> {
  return askServer({ server: vaultUrl, path, body: { token, ...more }, schema, fetch })
}

function showEnd(page: DevicePage, title: string, next: string): void {
  page.clearAddress()
  draw(page, title, note(next), element('p', { class: 'muted' }, deviceText('device.closeTab')))
  page.root.querySelector('.brand')?.classList.add('done')
}

function showError(page: DevicePage, error: unknown): void {
  const isAway = error instanceof ServerUnreachableError
  showFailure(page, error instanceof ServerError ? error.code : isAway ? 'unreachable' : 'other')
}

function showFailure(page: DevicePage, code: string): void {
  const id = `device.failures.${code}`
  const again = element('button', { type: 'button', class: 'button' }, deviceText('device.tryAgain'))
  again.addEventListener('click', () => void showDevicePage(page))
  draw(
    page,
    deviceText('device.failed'),
    note(deviceText(deviceText.has(id) ? id : 'device.failures.other')),
    ...(code === 'unreachable' ? [again] : []),
  )
}

function note(text: string): HTMLElement {
  return element('p', { class: 'muted', role: 'status' }, text)
}

function draw({ root }: DevicePage, title: string, ...content: HTMLElement[]): void {
  const brand = element('span', { class: 'brand', 'aria-hidden': 'true' })
  const heading = element('h1', { tabindex: '-1' }, title)
  const hadFocus = root.contains(document.activeElement)
  root.replaceChildren(element('section', { class: 'view device' }, brand, heading, ...content))
  document.title = title
  // The focused button is gone. Focus the heading, so that a screen reader announces the result.
  if (hadFocus) heading.focus()
}
