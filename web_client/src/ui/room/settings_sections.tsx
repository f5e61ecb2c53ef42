import { useEffect, useState } from 'preact/hooks'
import { text } from '../../i18n'
import { parameterOf, type Parameter } from '../../model/scene'
import { listScenes, type SceneOffer } from '../../net/api'
import { SceneGlyph } from '../common/scene_glyph'
import { ParameterControl } from './parameter_control'
import { useConductor } from './room_context'
import { Section } from './section'

const ITERATIONS = 'iterations'

export function SolverSection() {
  const { room } = useConductor()
  const iterations = room.state && parameterOf(room.state.scene, ITERATIONS)
  if (!iterations) return null
  return (
    <Section title={text.solver.title} right="iterations">
      <ParameterControl parameter={iterations} />
      <p class="note">{text.solver.iterationsHint}</p>
    </Section>
  )
}

export function SceneSection() {
  const { room, session } = useConductor()
  const [scenes, setScenes] = useState<readonly SceneOffer[]>([])
  useEffect(() => {
    // Without the list the present scene remains; the rest of the page works.
    listScenes().then(setScenes, () => setScenes([]))
  }, [])
  const present = room.state?.scene.name
  return (
    <Section title={text.scene.title} right="scene">
      <div class="scenes">
        {scenes.map(({ name, title, description }) => (
          <button
            key={name}
            type="button"
            class="scene"
            title={description}
            aria-pressed={name === present}
            onClick={() => session.command({ type: 'scene', scene: name })}
          >
            <SceneGlyph scene={name} />
            {title}
          </button>
        ))}
      </div>
    </Section>
  )
}

export function MoreSettings() {
  const { room } = useConductor()
  const others = room.state?.scene.parameters.filter(({ name }) => name !== ITERATIONS) ?? []
  if (others.length === 0) return null
  return (
    <details class="more">
      <summary>{text.settings.title}</summary>
      <ParameterGroup title={text.settings.live} parameters={others.filter((p) => p.live)} />
      <ParameterGroup title={text.settings.rebuilds} parameters={others.filter((p) => !p.live)} />
    </details>
  )
}

function ParameterGroup({ title, parameters }: { title: string; parameters: readonly Parameter[] }) {
  if (parameters.length === 0) return null
  return (
    <Section title={title} right="parameters">
      {parameters.map((parameter) => (
        <ParameterControl key={parameter.name} parameter={parameter} />
      ))}
    </Section>
  )
}
