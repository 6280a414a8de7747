/// All scenes: together they press every key of every action.
let keyScenes = tableScenes + detailScenes + paneScenes + columnScenes
