'use client'

import { useState } from 'react'

export const Page = () => {
  const [isOpen, setOpen] = useState(false)
  return (
    <button type="button" onClick={() => setOpen(true)}>
      {isOpen ? 'Open' : 'Connect Wallet'}
    </button>
  )
}
