import type { Language } from '../Language.ts'
import card from '../locales/hi/card.json' with { type: 'json' }
import money from '../locales/hi/money.json' with { type: 'json' }
import views from '../locales/hi/views.json' with { type: 'json' }

export const hi: Language = { tag: 'hi', dir: 'ltr', messages: { ...card, ...views, ...money } }
