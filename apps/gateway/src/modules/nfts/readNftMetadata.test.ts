import { describe, expect, test } from 'vitest'
import { readNftMetadata } from './readNftMetadata.ts'

const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'
const svgUri = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
const base64 = (value: unknown) =>
  `data:application/json;base64,${Buffer.from(JSON.stringify(value)).toString('base64')}`
const nothing = { name: null, description: null, image: null }

describe('readNftMetadata', () => {
  test('behavior: base64, percent-encoded and plain JSON', () => {
    const json = { name: 'Arch #1', description: 'An arch.', image: svgUri }
    const text = JSON.stringify(json)
    for (const uri of [
      base64(json),
      `data:application/json,${encodeURIComponent(text)}`,
      `data:application/json;utf8,${text}`,
    ])
      expect(readNftMetadata(uri)).toEqual(json)
  })

  test('behavior: a bare % in plain JSON is a bare %', () => {
    expect(readNftMetadata('data:application/json,{"name":"100% pure"}').name).toBe('100% pure')
  })

  test('behavior: pictures are written anew, whatever their form', () => {
    expect(readNftMetadata(base64({ image: `data:image/svg+xml;utf8,${svg}` })).image).toBe(svgUri)
    expect(readNftMetadata(base64({ image: `data:image/svg+xml,${encodeURIComponent(svg)}` })).image).toBe(
      svgUri,
    )
    expect(readNftMetadata(base64({ image_data: svg })).image).toBe(svgUri)
  })

  test.each([
    ['nothing', undefined],
    ['an address on the web', 'https://evil.example/1.json'],
    ['an address inside', 'http://127.0.0.1:4401/metrics'],
    ['a file', 'file:///etc/passwd'],
    ['ipfs', 'ipfs://Qm/1'],
    ['no JSON', 'data:application/json,{"name":'],
    ['a list', 'data:application/json,[1,2]'],
    ['null', 'data:application/json,null'],
    ['no comma', 'data:application/json;base64'],
    ['3 MiB', `data:application/json,"${'a'.repeat(3 * 1024 * 1024)}"`],
  ])('error: %s says nothing', (_, uri) => {
    expect(readNftMetadata(uri)).toMatchObject(nothing)
  })

  test('error: fields of the wrong type are as if absent', () => {
    expect(readNftMetadata(base64({ name: { toString: 'x' }, description: 7, image: [svgUri] }))).toEqual(
      nothing,
    )
  })

  test('error: names are cut to 120 characters and lose control and direction characters', () => {
    const { name } = readNftMetadata(base64({ name: `\u202eevil\u0007 ${'x'.repeat(100_000)}` }))
    expect(name).toMatch(/^evil x+$/)
    expect(name).toHaveLength(120)
  })

  test.each([
    'https://tracker.example/pixel.png',
    'data:text/html,<script>alert(1)</script>',
    'javascript:alert(1)',
    'data:image/png"onerror=alert(1),x',
    `data:image/png;base64,${'A'.repeat(600 * 1024)}`,
  ])('error: no picture from %.40s', (image) => {
    expect(readNftMetadata(base64({ image })).image).toBeNull()
  })
})
