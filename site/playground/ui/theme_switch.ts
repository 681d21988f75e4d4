// Light, dark, or as the system says. The choice stays on this device.

const KEY = 'dxilkit-theme'
const CHOICES = ['auto', 'light', 'dark'] as const
type Choice = (typeof CHOICES)[number]

const LABELS: Readonly<Record<Choice, string>> = { auto: 'Theme: system', light: 'Theme: light', dark: 'Theme: dark' }

/** Storage may be forbidden. */
function stored(): Choice {
  try {
    return CHOICES.find(choice => choice === localStorage.getItem(KEY)) ?? 'auto'
  } catch {
    return 'auto'
  }
}

export function themeSwitch(button: HTMLElement, changed: () => void): void {
  let choice = stored()
  const apply = (): void => {
    document.documentElement.dataset['theme'] = choice
    button.title = LABELS[choice]
    button.setAttribute('aria-label', LABELS[choice])
    changed()
  }
  button.addEventListener('click', () => {
    choice = CHOICES[(CHOICES.indexOf(choice) + 1) % CHOICES.length]!
    try {
      localStorage.setItem(KEY, choice)
    } catch {
      // The choice holds until the page is left.
    }
    apply()
  })
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', changed)
  apply()
}

/** Whether the page is dark now. */
export function isDark(): boolean {
  const theme = document.documentElement.dataset['theme']
  return theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
}
