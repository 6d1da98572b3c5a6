import { element } from '@portico/page-server/element'
import { SessionEndedError } from '../../session/ServerError.ts'
import type { ExportClient } from '../export/createExportClient.ts'
import { explainExport } from '../export/explainExport.ts'
import { formatTime } from '../formatTime.ts'
import { recoveryCopy } from './copy.ts'

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
  const status = element('p', { class: 'small', role: 'status' }, recoveryCopy.loading)
  const buttons = element('div', { class: 'buttons' })

  async function load(): Promise<void> {
    const code = await client.findCode()
    status.textContent = code ? recoveryCopy.some(formatTime(code.lastUsedAt)) : recoveryCopy.none
    buttons.replaceChildren(
      drawButton(code ? recoveryCopy.replace : recoveryCopy.make, makeCode),
      ...(code ? [drawButton(recoveryCopy.remove, () => removeCode(code.slotId))] : []),
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
    element('h3', {}, recoveryCopy.title),
    element('p', { class: 'small muted' }, recoveryCopy.intro),
    status,
    buttons,
  )
}

function drawButton(text: string, onClick: () => void): HTMLElement {
  const button = element('button', { type: 'button', class: 'button' }, text)
  button.addEventListener('click', onClick)
  return button
}
