// @vitest-environment jsdom
import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { Avatar } from './Avatar.tsx'

afterEach(cleanup)

const address = '0x00000000000000000000000000000000000000Ad'
const show = (image?: string) => render(<Avatar address={address} image={image} size={24} />)

describe('Avatar', () => {
  test('behavior: the generated avatar is shown without an image, while it loads, and if it cannot be loaded', () => {
    const { container } = show('https://gateway.example/v1/image?url=a')
    const photo = () => container.querySelector('img')
    const generated = () => container.querySelector('svg')?.getAttribute('width')
    expect([photo()?.dataset.status, generated()]).toEqual(['loading', '24'])
    fireEvent.load(photo() as HTMLImageElement)
    expect([photo()?.dataset.status, generated()]).toEqual(['shown', '24'])
    fireEvent.error(photo() as HTMLImageElement)
    expect([photo(), generated()]).toEqual([null, '24'])
    expect(show().container.querySelector('img')).toBeNull()
  })

  test('behavior: another image is loaded after one that failed', () => {
    const { container, rerender } = show('https://gateway.example/1')
    fireEvent.error(container.querySelector('img') as HTMLImageElement)
    rerender(<Avatar address={address} image="https://gateway.example/2" size={24} />)
    expect(container.querySelector('img')?.dataset.status).toBe('loading')
  })
})
