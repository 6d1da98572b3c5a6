import type { Answer } from '../../http/Answer.ts'
import { escapeHtml } from '../../identity/pages/escapeHtml.ts'
import { htmlPage } from '../../identity/pages/htmlPage.ts'
import type { Order } from '../Order.ts'

const states: Readonly<Record<Order['status'], string>> = {
  open: '',
  hanging: 'Nothing will happen: this provider no longer answers.',
  working: 'Your payment is being processed.',
  paid: 'Paid. The money is on its way to your wallet.',
  failed: 'Your payment was declined. Nothing was charged.',
  expired: 'This purchase has expired. Nothing was charged.',
}

/** Returns the page of a purchase: its details, and what the buyer can do. */
export function orderPage(order: Order): Answer {
  const { id, status, wallet, amount, currency, receives, asset, redirectUrl } = order
  const buttons = `<form method="post" action="/buy/${escapeHtml(id)}">
        <button name="action" value="pay"><strong>Pay</strong><span>The money arrives at once.</span></button>
        <button name="action" value="decline"><strong>Decline</strong><span>The card is refused.</span></button>
        <button name="action" value="hang"><strong>Hang</strong><span>The provider no longer answers.</span></button>
      </form>`
  const back =
    redirectUrl === null
      ? '<p>You can close this page.</p>'
      : `<p><a href="${escapeHtml(redirectUrl)}">Back to the application</a></p>`
  return htmlPage({
    title: 'Buy with play money',
    content: `<p class="note">This page imitates a provider on this machine. No real money is involved.</p>
      <p>You pay <strong>${escapeHtml(`${amount} ${currency}`)}</strong> and get
        <strong>${escapeHtml(`${receives} ${asset.symbol}`)}</strong> on ${escapeHtml(asset.chainName)}.</p>
      <p>It is sent to <code>${escapeHtml(wallet)}</code>.</p>
      ${status === 'open' ? buttons : `<p role="status">${states[status]}</p>${back}`}`,
  })
}
