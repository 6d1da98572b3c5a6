import type { Language } from '../Language.ts'
import card from '../locales/he/card.json' with { type: 'json' }
import money from '../locales/he/money.json' with { type: 'json' }
import views from '../locales/he/views.json' with { type: 'json' }

export const he: Language = { tag: 'he', dir: 'rtl', messages: { ...card, ...views, ...money } }
