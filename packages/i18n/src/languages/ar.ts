import type { Language } from '../Language.ts'
import card from '../locales/ar/card.json' with { type: 'json' }
import money from '../locales/ar/money.json' with { type: 'json' }
import views from '../locales/ar/views.json' with { type: 'json' }

export const ar: Language = { tag: 'ar', dir: 'rtl', messages: { ...card, ...views, ...money } }
