import type { Language } from '../Language.ts'
import card from '../locales/fa/card.json' with { type: 'json' }
import money from '../locales/fa/money.json' with { type: 'json' }
import views from '../locales/fa/views.json' with { type: 'json' }

export const fa: Language = { tag: 'fa', dir: 'rtl', messages: { ...card, ...views, ...money } }
