// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { createFrameElement } from './createFrameElement.ts'

const create = (walletUrl = 'https://wallet.example/path?x=1') =>
  createFrameElement({ walletUrl, projectId: 'shop', chainId: 'eip155:1', enableLogger: true })

describe('createFrameElement', () => {
  test('behavior: the address has projectId, chainId, version and enableLogger', () => {
    const { element, origin } = create()
    const url = new URL(element.src)
    expect([origin, url.origin, url.pathname]).toEqual([
      'https://wallet.example',
      'https://wallet.example',
      '/',
    ])
    expect(Object.fromEntries(url.searchParams)).toEqual({
      projectId: 'shop',
      chainId: 'eip155:1',
      version: '4',
      enableLogger: 'true',
    })
  })

  test('behavior: hidden at first, and above everything else', () => {
    const { style } = create().element
    expect(style.display).toBe('none')
    expect(style.zIndex).toBe('999999')
    expect(style.getPropertyPriority('z-index')).toBe('important')
  })

  test('behavior: the frame navigates the page on the visitor’s click at most', () => {
    const { element } = create()
    expect(element.id).toBe('w3m-iframe')
    const allowed = element.getAttribute('sandbox')?.split(' ')
    expect(allowed).toContain('allow-top-navigation-by-user-activation')
    expect(allowed).not.toContain('allow-top-navigation')
    expect(allowed).not.toContain('allow-downloads')
  })
})
