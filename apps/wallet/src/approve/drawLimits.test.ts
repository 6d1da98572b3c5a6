// @vitest-environment jsdom
import { afterEach, describe, expect, test } from 'vitest'
import { showLanguage } from '../language/language.ts'
import { drawLimits } from './drawLimits.ts'
import type { Limits } from './Limits.ts'

const day = 86_400
const start = Date.UTC(2026, 0, 1) / 1000
const limits: Limits = {
  amount: { label: 'Amount in ETH', most: '50000000000000000', decimals: 18, symbol: 'ETH', isFixed: false },
  until: {
    label: 'Ends',
    choices: [
      { at: start + 7 * day, label: 'as the site asks', time: '2026-01-08 00:00 UTC' },
      { at: start + day, label: 'in 1 day', time: '2026-01-02 00:00 UTC' },
    ],
  },
  price: 2000,
}

function draw(more: Partial<Limits> = {}) {
  const drawn = drawLimits({ ...limits, ...more })
  document.body.replaceChildren(drawn.element)
  const input = document.querySelector('input')
  const select = document.querySelector('select')
  return {
    ...drawn,
    cost: () => document.querySelector('output')?.textContent,
    type(value: string) {
      if (!input) return expect.fail()
      input.value = value
      input.dispatchEvent(new Event('input'))
    },
    choose(at: number) {
      if (!select) return expect.fail()
      select.value = `${at}`
      select.dispatchEvent(new Event('change'))
    },
    input,
    select,
  }
}

afterEach(() => showLanguage({ tag: 'en', groups: {} }))

describe('drawLimits', () => {
  test('behavior: starts with what was asked for, and both can be lowered', () => {
    const { read, cost, type, choose, input } = draw()
    expect(input?.value).toBe('0.05')
    expect(cost()).toBe('At most 0.05 ETH ($100), until 2026-01-08 00:00 UTC.')
    type('0,01')
    choose(start + day)
    expect(cost()).toBe('At most 0.01 ETH ($20), until 2026-01-02 00:00 UTC.')
    expect(read()).toEqual({ amount: '10000000000000000', until: start + day })
  })

  test('behavior: of an amount for each period, all periods until the end count', () => {
    const { cost, choose } = draw({ period: { seconds: day, startsAt: start, label: 'each day' } })
    expect(cost()).toBe(
      'At most 0.05 ETH each day: in total at most 0.35 ETH ($700), until 2026-01-08 00:00 UTC.',
    )
    choose(start + day)
    expect(cost()).toBe(
      'At most 0.05 ETH each day: in total at most 0.05 ETH ($100), until 2026-01-02 00:00 UTC.',
    )
  })

  test.each(['0.06', '1', '0', '', '-0.01', 'all', '0.0000000000000000001'])(
    'error: %j is not approved, and says what is possible',
    (typed) => {
      const { read, cost, type, input } = draw()
      type(typed)
      expect([read(), cost(), document.activeElement]).toEqual([undefined, '', input])
      expect(input?.getAttribute('aria-invalid')).toBe('true')
      expect(document.querySelector('[role=alert]')?.textContent).toBe(
        'Enter a number above 0 and not above 0.05 ETH.',
      )
      type('0.05')
      expect(input?.hasAttribute('aria-invalid')).toBe(false)
      expect(read()?.amount).toBe('50000000000000000')
    },
  )

  test('behavior: a page that accepts nothing lower leaves no fields, and the text stays', () => {
    const amount = { ...limits.amount, isFixed: true }
    const { read, cost, input, select } = draw({
      amount,
      until: { ...limits.until, choices: limits.until.choices.slice(0, 1) },
    })
    expect([input, select]).toEqual([null, null])
    expect(cost()).toContain('At most 0.05 ETH')
    expect(read()).toEqual({ amount: '50000000000000000', until: start + 7 * day })
  })

  test('behavior: amounts are written as the request is, so that no thousand looks like one', () => {
    showLanguage({ tag: 'de', groups: { approve: {} } })
    const most = `${12_345n * 10n ** 17n}`
    const { read, cost, type, input } = draw({ amount: { ...limits.amount, most } })
    expect([input?.value, read()?.amount]).toEqual(['1234,5', most])
    expect(cost()).toBe('At most 1.234,5 ETH (2.469.000 $), until 2026-01-08 00:00 UTC.')
    type('1234,6')
    expect(document.querySelector('[role=alert]')?.textContent).toBe(
      'Enter a number above 0 and not above 1.234,5 ETH.',
    )
  })

  test('error: a symbol is text, and never markup', () => {
    draw({ amount: { ...limits.amount, symbol: '<img src=x>', label: '<b>x</b>' } })
    expect(document.querySelectorAll('img, b')).toHaveLength(0)
  })
})
