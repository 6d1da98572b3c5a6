import { element } from '@portico/page-server/element'
import { SessionEndedError } from '../../session/ServerError.ts'
import type { ExportClient } from '../export/createExportClient.ts'
import { explainExport } from '../export/explainExport.ts'
import { formatTime } from '../formatTime.ts'
import { recoveryText } from './copy.ts'

/** Draws the part of the backup section about the recovery code. */
export function drawCode({
  client,
  makeCode,
  removeCode,
}: {
  client: Pick<ExportClient, 'findCode'>
  makeCode(): void
  removeCode(slotId: string): void
}): HTMLElement {
  const status = element('p', { class: 'small', role: 'status' }, recoveryText('recovery.loading'))
  const buttons = element('div', { class: 'buttons' })

  async function load(): Promise<void> {
    const code = await client.findCode()
    status.textContent = code
      ? recoveryText('recovery.some', { time: formatTime(code.lastUsedAt) })
      : recoveryText('recovery.none')
    buttons.replaceChildren(
      drawButton(code ? recoveryText('recovery.replace') : recoveryText('recovery.make'), makeCode),
      ...(code ? [drawButton(recoveryText('recovery.remove'), () => removeCode(code.slotId))] : []),
    )
  }

  load().catch((error: unknown) => {
    // The page shows the login then.
    if (error instanceof SessionEndedError) return
    status.textContent = explainExport(error)
    status.className = 'small bad'
  })
  return element(
    'div',
    { class: 'question' },
    element('h3', {}, recoveryText('recovery.title')),
    element('p', { class: 'small muted' }, recoveryText('recovery.intro')),
    status,
    buttons,
  )
}

function drawButton(text: string, onClick: () => void): HTMLElement {
  const button = element('button', { type: 'button', class: 'button' }, text)
  button.addEventListener('click', onClick)
  return button
}
