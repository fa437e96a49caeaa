# start-slurm.sh: sourced by tests that need Slurm, in a folder of their own: starts munged, slurmctld and slurmd of one node
# in `slurm`, and defines stop_slurm. Ends the test as skipped, with a reason, where that cannot be.
cannot() {
	echo "1..0 # SKIP $*"
	echo "$*" >&2
	cat slurm/*.log 2>/dev/null | tail -20 >&2
	stop_slurm
	exit 0
}

slurm_processes=
stop_slurm() {
	# Jobs outlive the daemons.
	if squeue --noheader 2>/dev/null | grep -q .; then
		scancel --user=root
		for _ in $(seq 100); do
			squeue --noheader 2>/dev/null | grep -q . || break
			sleep 0.1
		done
	fi
	for process in $slurm_processes; do
		kill "$process" 2>/dev/null
	done
	for process in $slurm_processes; do
		wait "$process" 2>/dev/null
	done
	slurm_processes=
}

# slurm_port: a number that nobody listens on
slurm_port() {
	for port in $(seq $((20000 + $$ % 10000 * 4)) 65000); do
		grep -qi ":$(printf %04x "$port") " /proc/net/tcp /proc/net/tcp6 2>/dev/null || break
	done
	echo "$port"
}

PATH=$PATH:/usr/sbin:/sbin
for tool in munged slurmctld slurmd sbatch squeue scancel sinfo; do
	command -v $tool >/dev/null || cannot "$tool is not there (apt-get install slurm-wlm)"
done
[ "$(id -u)" -eq 0 ] || cannot "only root can start a slurmd"
mkdir -p slurm/state slurm/spool slurm/munge
chmod 700 slurm/munge
dd if=/dev/urandom of=slurm/munge/key bs=1024 count=1 2>/dev/null
chmod 400 slurm/munge/key
munged --foreground --force --key-file="$PWD/slurm/munge/key" --socket="$PWD/slurm/munge/socket" \
	--pid-file="$PWD/slurm/munge/pid" --log-file="$PWD/slurm/munge/log" --seed-file="$PWD/slurm/munge/seed" \
	>slurm/munged.log 2>&1 </dev/null &
slurm_processes=$!
node=$(hostname -s 2>/dev/null || hostname)
control=$(slurm_port)
cat >slurm/slurm.conf <<END
ClusterName=test
SlurmctldHost=$node(127.0.0.1)
SlurmctldPort=$control
SlurmdPort=$((control + 1))
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$PWD/slurm/munge/socket
CredType=cred/munge
StateSaveLocation=$PWD/slurm/state
SlurmdSpoolDir=$PWD/slurm/spool
SlurmctldPidFile=$PWD/slurm/slurmctld.pid
SlurmdPidFile=$PWD/slurm/slurmd.pid
SlurmctldLogFile=$PWD/slurm/slurmctld.log
SlurmdLogFile=$PWD/slurm/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SwitchType=switch/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=batch_sched_delay=0,sched_min_interval=100000
ReturnToService=2
KillWait=1
MinJobAge=10
InactiveLimit=0
NodeName=$node NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=test Nodes=ALL Default=YES MaxTime=INFINITE State=UP OverSubscribe=FORCE:4
END
export SLURM_CONF=$PWD/slurm/slurm.conf
unset SLURM_JOB_ID SLURM_JOBID
for _ in $(seq 50); do
	[ ! -S slurm/munge/socket ] || break
	sleep 0.1
done
[ -S slurm/munge/socket ] || cannot "munged does not start"
slurmctld -D -f "$SLURM_CONF" >slurm/ctld.log 2>&1 </dev/null &
slurm_processes="$slurm_processes $!"
# No cgroups are wanted here; how to say so differs between versions.
for cgroups in disabled autodetect cgroup/v1; do
	echo "CgroupPlugin=$cgroups" >slurm/cgroup.conf
	slurmd -D -f "$SLURM_CONF" >slurm/d.log 2>&1 </dev/null &
	daemon=$!
	for _ in $(seq 200); do
		! sinfo --noheader --format=%T 2>/dev/null | grep -q idle || break
		kill -0 $daemon 2>/dev/null || break
		sleep 0.1
	done
	if kill -0 $daemon 2>/dev/null; then
		slurm_processes="$slurm_processes $daemon"
		break
	fi
	wait $daemon
done
sinfo --noheader --format=%T 2>/dev/null | grep -q idle || cannot "Slurm does not start here"
