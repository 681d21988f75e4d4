// The bar between source and results: dragged, or moved with arrow keys. Narrow screens stack the two, and the bar moves up and down.

const STEP = 4
const LEAST = 15

const isStacked = (): boolean => matchMedia('(max-width: 800px)').matches

export function splitter(bar: HTMLElement, frame: HTMLElement): void {
  const set = (percent: number): void => {
    const value = Math.round(Math.min(100 - LEAST, Math.max(LEAST, percent)))
    frame.style.setProperty('--split', `${value}%`)
    bar.setAttribute('aria-valuenow', String(value))
  }
  const orient = (): void => bar.setAttribute('aria-orientation', isStacked() ? 'horizontal' : 'vertical')
  bar.addEventListener('pointerdown', event => {
    bar.setPointerCapture(event.pointerId)
    event.preventDefault()
    bar.focus()
  })
  bar.addEventListener('pointermove', event => {
    if (!bar.hasPointerCapture(event.pointerId)) return
    const box = frame.getBoundingClientRect()
    set(isStacked() ? (100 * (event.clientY - box.top)) / box.height : (100 * (event.clientX - box.left)) / box.width)
  })
  bar.addEventListener('keydown', event => {
    const by = { ArrowLeft: -STEP, ArrowUp: -STEP, ArrowRight: STEP, ArrowDown: STEP }[event.key]
    if (by === undefined) return
    event.preventDefault()
    set(Number(bar.getAttribute('aria-valuenow')) + by)
  })
  matchMedia('(max-width: 800px)').addEventListener('change', orient)
  orient()
}
