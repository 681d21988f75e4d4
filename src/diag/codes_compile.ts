// Messages about options, files and the compilation as a whole: E4xxx.

export const COMPILE_MESSAGES = {
  E4000: ['error', "cannot read file '{file}': {why}"],
  W1160: ['warning', '{text}'],
  E4010: ['error', "invalid profile '{profile}'"],
  E4011: ['error', "profile '{profile}' is not supported: {supported}"],
  E4012: ['error', 'enable-16bit-types is only allowed for shader model 6.2 and above'],
  E4013: ['error', 'enable-16bit-types is only allowed for HLSL 2018 and above'],
  E4014: ['error', 'the entry point has no name'],
  E4015: ['error', 'the program is nested too deeply to compile (in phase {phase})'],
  E4018: ['error', 'denorm option is only allowed for shader model 6.2 and above'],
  E4016: ['error', "no macro '{macro}' with the text of a root signature"],
  E4020: ['error', "no pass is called '{name}'; known are {names}"],
  E4041: ['error', "nothing tells the stage of '{name}': name the profile, for instance -T {target}"],
  W4040: ['warning', "unknown warning option '{option}'"],
  W4041: ['warning', "unknown warning option '{option}'; did you mean '{near}'?"],
  W4042: ['warning', "unknown {what} warning specifier: '{option}'"],
  W4043: ['warning', "attribute '{name}' ignored without accompanying shader attribute"],
  E4050: ['error', 'Must enable debug info with /Zi for /Qembed_debug'],
  W4050: ['warning', 'the text has no debug information of dxilkit: none is written'],
  E4051: ['error', '/Zss requires debug info (/Zi or /Zs)'],
  E4040: ['error', "the pass '{name}' ran {runs} times: there is no run {wanted} to stop after"],
} as const
