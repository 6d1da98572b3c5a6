import { beforeAll, describe, expect, test } from 'vitest'
import { cardCopy } from './cardCopy.ts'
import { isCopyId, loadViewCopy, text } from './copy.ts'
import { viewCopy } from './viewCopy.ts'

beforeAll(loadViewCopy)

describe('text', () => {
  test('behavior: replaces placeholders', () => {
    expect(text('connecting.waiting', { wallet: 'Rabby' })).toBe('Continue in Rabby')
  })

  test('behavior: inserts values literally', () => {
    for (const wallet of ['<img src=x onerror=alert(1)>', '{wallet}', '$&', '$1', '']) {
      expect(text('connecting.waiting', { wallet })).toBe(`Continue in ${wallet}`)
    }
  })

  test.each([
    ['notice.authInitFailed', 'A problem occurred while trying initialize authentication'],
    ['notice.signatureDeclined', 'Signature declined'],
    ['notice.smartAccountUnsupported', 'This application might not support Smart Accounts'],
    ['notice.methodNotAllowed', 'Action not allowed'],
    ['sign.busy', 'Authenticating...'],
    ['alert.network-not-found', 'Network Not Found'],
    ['alert.invalid-app-configuration', 'Invalid App Configuration'],
    ['alert.session-expired', 'Session Expired'],
    ['alert.invalid-project-id', 'Invalid Project ID'],
    ['alert.project-id-not-configured', 'Project ID Not Configured'],
    ['alert.socials-timeout', 'Invalid App Configuration'],
    ['alert.switch-network-not-found', 'Network Not Found'],
    ['social.aborted', 'Something went wrong'],
  ] as const)('behavior: %s has its required text', (id, sentence) => {
    expect(text(id)).toBe(sentence)
  })
})

describe('short texts', () => {
  test.each([
    ['sign.declined', 'You declined in Rabby. Sign to continue, or cancel.'],
    ['name.declined', 'You declined in Rabby. Nothing has changed.'],
    ['email.same', 'That’s already your e-mail.'],
    ['receive.help', 'Send only Base assets here.'],
    ['name.name-taken', 'Just taken. Choose another name.'],
  ] as const)('behavior: %s says what happened and what to do', (id, sentence) => {
    expect(text(id, { wallet: 'Rabby', network: 'Base' })).toBe(sentence)
  })
})

describe('isCopyId', () => {
  test('behavior: accepts the IDs of texts and nothing else', () => {
    expect(Object.keys({ ...cardCopy, ...viewCopy }).every(isCopyId)).toBe(true)
    expect(isCopyId('toString')).toBe(false)
    expect(isCopyId('Saved.')).toBe(false)
  })
})
