import { describe, expect, test } from 'vitest'
import { drawQr } from './drawQr.ts'

describe('drawQr', () => {
  test('behavior: leaves a quiet zone of 4 modules on every side', () => {
    const { path, size } = drawQr('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
    const coordinates = [...path.matchAll(/M(\d+) (\d+)/g)].flatMap(([, x, y]) => [Number(x), Number(y)])
    expect(Math.min(...coordinates)).toBe(4)
    expect(Math.max(...coordinates)).toBe(size - 5)
  })
})
