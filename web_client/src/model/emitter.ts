/** A list of listeners. `on` returns the function that takes the listener off again. */
export class Emitter<Payload = void> {
  private readonly listeners = new Set<(payload: Payload) => void>()

  on(listener: (payload: Payload) => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  emit(payload: Payload): void {
    for (const listener of [...this.listeners]) listener(payload)
  }
}
