import { element } from '@portico/page-server/element'
import { viewLanguage } from '../language/language.ts'
import { approveText } from './copy.ts'
import type { Description, Fact } from './Description.ts'
import { type DrawnLimits, drawLimits } from './drawLimits.ts'
import { drawPayments } from './drawPayments.ts'
import { drawText } from './drawText.ts'
import { drawTree } from './drawTree.ts'
import { headingOf } from './headingOf.ts'
import type { Decision, Question } from './Question.ts'
import { revealDetails } from './revealDetails.ts'
import { showOrigin } from './showOrigin.ts'

export type DrawnRequest = {
  element: HTMLElement
  /** The part that must be fully visible before Approve is armed. */
  summary: HTMLElement
  buttons: HTMLElement
  /** Says why Approve is not enabled, above the buttons; hidden until it is needed. */
  reason: HTMLElement
  approve: HTMLButtonElement
  reject: HTMLButtonElement
  block: HTMLButtonElement | undefined
  /** The fields in which limits can be lowered, if the request has any. */
  limits: DrawnLimits | undefined
  /** Opens the request in the wallet window; hidden until it is needed. */
  inWindow: HTMLButtonElement
  /** Returns how the visitor approves: with the limits or the way to pay that are chosen. */
  approval(): Decision
}

/**
 * Draws a request: who asks, what changes, what it costs, what is unusual, and the buttons, Reject first.
 *
 * @param isWarningFirst Draws what is unusual above what changes, where the end of the summary may be below the fold.
 */
export function drawRequest(
  question: Question,
  { host, isWarningFirst = false }: { host: string; isWarningFirst?: boolean | undefined },
): DrawnRequest {
  const { description, canBlock, notice } = question
  const { name, facts, payments, text, warnings, failure, risk } = description
  const isHighRisk = risk === 'high'
  const isFailing = failure !== undefined
  const heading = element('h1', { class: 'heading' }, headingOf(name))
  const summary = element('div', { class: 'summary' }, drawAsker(question, description))
  if (notice) summary.append(element('p', { class: 'warning', role: 'status' }, notice))
  const limits = description.limits && drawLimits(description.limits)
  if (limits) summary.append(limits.element)
  const content = element('div', { class: 'content' })
  if (text !== undefined)
    content.append(
      // A long text scrolls, so it must be focusable for keyboard users.
      element(
        'pre',
        { class: 'message', tabindex: '0', role: 'region', 'aria-label': approveText('approve.message') },
        drawText(text, { isMultiline: true, maxLength: 70_000 }),
      ),
    )
  if (facts.length > 0)
    content.append(
      // A long list scrolls, too.
      element(
        'div',
        { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': approveText('approve.facts') },
        drawFacts(facts),
      ),
    )
  const ways = payments && drawPayments(payments)
  if (ways) content.append(ways.element)
  const unusual = warnings.map(({ level, text: words }) =>
    element(
      'p',
      { class: level === 'danger' ? 'warning danger' : 'warning' },
      drawText(words, { isOwn: true }),
    ),
  )
  if (isHighRisk)
    unusual.push(
      element(
        'p',
        { class: 'small muted', id: 'hold' },
        `${holdText(description)} ${approveText('approve.holdLetGo')}`,
        element('span', { class: 'unseen' }, ` ${approveText('approve.holdTwice')}`),
      ),
    )

  summary.append(...(isWarningFirst ? [...unusual, content] : [content, ...unusual]))

  const reject = element(
    'button',
    { type: 'button', class: isFailing ? 'button main' : 'button' },
    approveText('approve.reject'),
  )
  const approve = element(
    'button',
    {
      type: 'button',
      class: isFailing ? 'button' : 'button main',
      'data-risk': risk,
      ...(isHighRisk ? { 'aria-describedby': 'hold' } : {}),
    },
    approveText('approve.approve'),
  )
  const reason = element('p', { class: 'reason small muted', role: 'status', hidden: true })
  const buttons = element('div', { class: 'buttons' }, reason, reject, approve)
  const inWindow = element(
    'button',
    { type: 'button', class: 'button quiet', hidden: true },
    approveText('approve.inWindow'),
  )
  const block = canBlock
    ? element('button', { type: 'button', class: 'button quiet bad' }, approveText('approve.block'))
    : undefined
  const view = element(
    'section',
    {
      ...viewLanguage('approve'),
      class: 'view request',
      'aria-label': headingOf(name),
    },
    heading,
    summary,
    drawDetails(question),
    buttons,
    inWindow,
    ...(block ? [block] : []),
    element('p', { class: 'signed-on small good' }, approveText('approve.signedOn', { host })),
  )
  return {
    ...{ element: view, summary, buttons, reason, approve, reject, block, limits, inWindow },
    approval() {
      const chosen = limits?.read()
      return chosen ? { approved: chosen } : (ways?.approval() ?? 'approved')
    },
  }
}

/** Draws what can be lost, above Approve that must be held: only where that is true. */
function holdText({ isTest, stake }: Question['description']): string {
  if (isTest || stake === 'none') return approveText('approve.holdOnly')
  return stake === 'safe' ? approveText('approve.holdForSafe') : approveText('approve.hold')
}

/**
 * Draws the title, unless it only repeats the heading, and the origin that asks. The page's own name is only a claim, so it is
 * under Details.
 */
export function drawAsker(
  { origin, claimedName }: Pick<Question, 'origin' | 'claimedName'>,
  request?: Pick<Description, 'name' | 'title'>,
): HTMLElement {
  const shown = showOrigin(origin)
  const initial = (/[\p{L}\p{N}]/u.exec(claimedName || shown)?.[0] ?? '·').toUpperCase()
  return element(
    'div',
    { class: 'center asker' },
    element('span', { class: 'tile', 'aria-hidden': 'true' }, initial),
    ...(request && request.title !== headingOf(request.name)
      ? [element('h2', {}, drawText(request.title, { isOwn: true, maxLength: 120 }))]
      : []),
    element(
      'p',
      { class: 'muted small' },
      ...approveText.parts('approve.askedBy', {
        origin: element('strong', {}, drawText(shown, { maxLength: 300 })),
      }),
    ),
  )
}

function drawFacts(facts: readonly Fact[]): HTMLElement {
  const list = element('dl', { class: 'facts' })
  for (const { label, value, kind } of facts) {
    const style = kind === 'address' ? 'mono address' : kind === 'in' ? 'good' : undefined
    list.append(
      element(
        'div',
        {},
        element('dt', {}, label),
        element(
          'dd',
          style ? { class: style } : {},
          drawText(value, { isOwn: kind !== 'claim', maxLength: 300 }),
        ),
      ),
    )
  }
  return list
}

/** Draws what the request says exactly, closed at first. */
export function drawDetails({
  claimedName,
  description: { details, fullText, tree, raw },
}: Question): HTMLDetailsElement {
  const inside = element('div', {
    class: 'details',
    tabindex: '0',
    role: 'region',
    'aria-label': approveText('approve.details'),
  })
  const claim: Fact[] = claimedName
    ? [
        {
          label: approveText('approve.callsItself'),
          value: approveText('approve.notChecked', { name: claimedName.slice(0, 60) }),
          kind: 'claim',
        },
      ]
    : []
  const rows = [...claim, ...details]
  if (rows.length > 0) inside.append(drawFacts(rows))
  if (fullText !== undefined)
    inside.append(
      element('h2', { class: 'small muted' }, approveText('approve.message')),
      element('pre', { class: 'small' }, drawText(fullText, { isMultiline: true, maxLength: 70_000 })),
    )
  if (tree) inside.append(drawTree(tree))
  inside.append(
    element('h2', { class: 'small muted' }, approveText('approve.raw')),
    element('pre', { class: 'mono small' }, drawText(raw, { isMultiline: true, maxLength: 20_000 })),
  )
  const drawn = element('details', {}, element('summary', {}, approveText('approve.details')), inside)
  revealDetails(drawn)
  return drawn
}
