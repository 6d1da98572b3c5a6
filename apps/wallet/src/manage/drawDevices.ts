import { element } from '@portico/page-server/element'
import { BaseError } from '@portico/protocol'
import { ServerError, ServerUnreachableError, SessionEndedError } from '../session/ServerError.ts'
import { manageText } from './copy.ts'
import type { Devices, LoggedOutDevice, Login, ManageClient } from './createManageClient.ts'
import { drawLabel } from './drawLabel.ts'
import { formatTime } from './formatTime.ts'

/** One browser of the list, and what its button does. */
type Entry = {
  name: string
  note: string
  label: Node[]
  /** The question before it ends; absent for this browser, which can log in again. */
  question?: string
  busy: string
  done: string
  end(): Promise<void>
}

/** Draws the browsers that can use the wallet, each with a button that ends it after a question. */
export function drawDevices({
  client,
  signOut,
}: {
  client: Pick<ManageClient, 'readDevices' | 'endLogin' | 'removeDevice'>
  signOut(): Promise<void>
}): HTMLElement {
  const status = element('p', { class: 'small', role: 'status' })
  const list = element('ul', { class: 'list', 'aria-label': manageText('manage.devices.title') })
  const heading = element('h2', { tabindex: '-1' }, manageText('manage.devices.title'))

  function say(text: string, isBad = false): void {
    status.textContent = text
    status.className = isBad ? 'small bad' : 'small muted'
  }

  async function load(): Promise<void> {
    try {
      list.replaceChildren(...toEntries(await client.readDevices()).map(drawEntry))
    } catch (error) {
      // The page shows the login then.
      if (error instanceof SessionEndedError) return
      const again = element(
        'button',
        { type: 'button', class: 'button quiet' },
        manageText('manage.devices.retry'),
      )
      again.addEventListener('click', () => void load())
      list.replaceChildren(element('li', {}, again))
      say(explain(error), true)
    }
  }

  function toEntries({ logins, loggedOut }: Devices): Entry[] {
    return [...logins.map(toLoginEntry), ...loggedOut.map(toDeviceEntry)]
  }

  function toLoginEntry({ id, origin, lastUsedAt, isCurrent, heldUntil }: Login): Entry {
    const host = new URL(origin).host
    const used = manageText('manage.devices.lastUsed', { time: formatTime(lastUsedAt) })
    if (isCurrent)
      return {
        name: host,
        note: manageText('manage.devices.current'),
        label: drawLabel(manageText('manage.devices.logOut'), (button) =>
          manageText.parts('manage.devices.logOutOf', { button, host }),
        ),
        busy: manageText('manage.devices.loggingOut'),
        done: '',
        end: signOut,
      }
    return {
      name: host,
      note:
        heldUntil === undefined ? used : manageText('manage.devices.held', { time: formatTime(heldUntil) }),
      label: drawLabel(manageText('manage.devices.end'), (button) =>
        manageText.parts('manage.devices.endOf', { button, host }),
      ),
      question: manageText('manage.devices.confirm', { host }),
      busy: manageText('manage.devices.ending'),
      done: manageText('manage.devices.ended', { host }),
      end: () => client.endLogin(id),
    }
  }

  function toDeviceEntry(device: LoggedOutDevice): Entry {
    const { lastUsedAt, knownSince = '' } = device
    return {
      name: manageText('manage.devices.loggedOut'),
      note: lastUsedAt
        ? manageText('manage.devices.loggedOutNote', { time: formatTime(lastUsedAt) })
        : manageText('manage.devices.loggedOutSince', { time: formatTime(knownSince) }),
      label: drawLabel(manageText('manage.devices.end'), (button) =>
        manageText.parts('manage.devices.endLoggedOut', { button }),
      ),
      question: manageText('manage.devices.confirmLoggedOut'),
      busy: manageText('manage.devices.ending'),
      done: manageText('manage.devices.endedLoggedOut'),
      end: () => client.removeDevice(device),
    }
  }

  function drawEntry(entry: Entry): HTMLElement {
    const item = element('li')
    const button = element('button', { type: 'button', class: 'button quiet' }, ...entry.label)
    const row = element(
      'div',
      { class: 'entry' },
      element(
        'div',
        {},
        element('strong', {}, element('bdi', {}, entry.name)),
        element('span', { class: 'small muted' }, entry.note),
      ),
      button,
    )
    item.append(row)
    button.addEventListener('click', () => {
      if (!entry.question) return void finish(entry, button)
      const { question, first, confirm } = drawQuestion(entry.question, {
        onCancel() {
          item.replaceChildren(row)
          button.focus()
        },
      })
      confirm.addEventListener('click', () => void finish(entry, confirm, () => item.replaceChildren(row)))
      item.replaceChildren(question)
      first.focus()
    })
    return item
  }

  async function finish(entry: Entry, button: HTMLButtonElement, reset?: () => void): Promise<void> {
    if (button.getAttribute('aria-disabled') === 'true') return
    // Not `disabled`, which would lose the focus.
    button.setAttribute('aria-disabled', 'true')
    button.textContent = entry.busy
    try {
      await entry.end()
      if (!entry.question) return
      say(entry.done)
      heading.focus()
      await load()
    } catch (error) {
      if (error instanceof SessionEndedError) return
      say(explain(error), true)
      reset?.()
      heading.focus()
    }
  }

  void load()
  return element(
    'section',
    { class: 'part' },
    heading,
    element('p', { class: 'small muted' }, manageText('manage.devices.intro')),
    list,
    status,
  )
}

function drawQuestion(text: string, { onCancel }: { onCancel(): void }) {
  const first = element('p', { class: 'small', tabindex: '-1' }, text)
  const cancel = element('button', { type: 'button', class: 'button' }, manageText('manage.devices.cancel'))
  const confirm = element(
    'button',
    { type: 'button', class: 'button main' },
    manageText('manage.devices.confirmEnd'),
  )
  cancel.addEventListener('click', onCancel)
  const buttons = element('div', { class: 'buttons' }, cancel, confirm)
  return { question: element('div', { class: 'question' }, first, buttons), first, confirm }
}

function explain(error: unknown): string {
  if (error instanceof ServerUnreachableError) return manageText('manage.devices.failures.unreachable')
  const code = error instanceof BaseError ? error.code : ''
  if (error instanceof ServerError && (code === 'device-held' || code === 'device-too-new'))
    return manageText(`manage.devices.failures.${code}`, { until: formatTime(error.problem.until ?? '') })
  return manageText('manage.devices.failures.other')
}
