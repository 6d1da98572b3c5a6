// @vitest-environment jsdom
import { afterEach, describe, expect, test } from 'vitest'
import { resolveMetadata } from './metadata.ts'

afterEach(() => document.head.replaceChildren())

describe('resolveMetadata', () => {
  test('behavior: missing fields are read from the page', () => {
    document.head.innerHTML = `<title>Shop</title>
      <meta property="og:description" content="Sells things"><link rel="shortcut icon" href="/icon.png">`
    expect(resolveMetadata()).toEqual({
      name: 'Shop',
      description: 'Sells things',
      url: location.origin,
      icons: [`${location.origin}/icon.png`],
    })
  })

  test('behavior: a page without a description', () => {
    expect(resolveMetadata()).toEqual({ name: '', description: '', url: location.origin, icons: [] })
  })

  test('param: given fields have precedence', () => {
    document.head.innerHTML = '<title>Shop</title>'
    const given = {
      name: 'Own',
      description: 'x',
      url: 'https://own.example',
      icons: ['https://own.example/i'],
    }
    expect(resolveMetadata(given)).toEqual(given)
  })
})
