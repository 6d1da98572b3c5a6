// @vitest-environment jsdom
import { ada, fakeSIWX, testKit } from '@portico/core/testing'
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { loadViewCopy } from '../../../copy.ts'
import { KitContext } from '../../../kit/KitContext.ts'
import { createTheme } from '../../../theme.ts'
import { createRouter } from '../../router.ts'
import { SignMessageView } from './SignMessageView.tsx'

beforeAll(loadViewCopy)
afterEach(cleanup)

function show(failure: 'declined' | 'unreachable' | 'refused' | undefined) {
  const { kit } = testKit({ siwx: fakeSIWX() })
  kit.store.setState({
    signIn: { status: 'needed', required: true, address: ada, networkId: 'eip155:1', failure },
  })
  render(
    <KitContext value={{ kit, router: createRouter(), theme: createTheme({}) }}>
      <SignMessageView />
    </KitContext>,
  )
  kit.destroy()
}

describe('SignMessageView', () => {
  test.each(['unreachable', 'refused'] as const)(
    'error: %s by the server is shown as a warning',
    (failure) => {
      show(failure)
      expect(document.querySelector(`[data-failure=${failure}]`)?.className).toBe('warn')
    },
  )

  test('behavior: a signature that the visitor declined is no warning', () => {
    show('declined')
    expect(document.querySelector('[data-failure=declined]')?.className).toBe('')
  })
})
