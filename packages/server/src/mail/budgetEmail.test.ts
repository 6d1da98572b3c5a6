import { describe, expect, test } from 'vitest'
import { budgetEmail } from './budgetEmail.ts'

describe('budgetEmail', () => {
  test.each([
    ['ada@example.com', 'ada@example.com'],
    ['Ada@example.com', 'ada@example.com'],
    ['ADA+one@example.com', 'ada@example.com'],
    ['ada+one+two@example.com', 'ada@example.com'],
    ['JOSÉ@example.com', 'josé@example.com'],
    // Providers differ in whether a dot matters.
    ['ada.l@example.com', 'ada.l@example.com'],
    ['+tag@example.com', '+tag@example.com'],
  ])('behavior: %s', (email, expected) => {
    expect(budgetEmail(email)).toBe(expected)
  })
})
